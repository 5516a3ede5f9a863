"""One module a subcommand, each with `run(args) -> exit code`; imported only when asked for, so that start is quick."""

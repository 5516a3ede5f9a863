"""The script for fish: a condition for each place, and a line for each thing that may stand there."""

from collections.abc import Iterator

from client.completion.offers import FILE, FOLDER, RECORD, UNFINISHED, Command, Option, Value, valued_flags

SCRIPT = r"""# Completion of kingsmoot for fish: kingsmoot completion fish | source
function __kingsmoot_at -d 'whether the cursor stands in a command, at a place in it, behind a word'
    set -l tokens (commandline -opc)
    set -l at ''
    set -l place 0
    set -l before ''
    set -l flag ''
    for word in $tokens[2..]
        if test -n "$flag"; and not string match -q -- '-*' $word
            set flag ''
            continue
        end
        set flag ''
        switch $word
            case %(valued)s
                set flag $word
            case '-*'
            case '*'
                if test -z "$at"
                    set at $word
                else
                    set before $word
                    set place (math $place + 1)
                end
        end
    end
    test "$at" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; or test $place -ge $argv[2]; or return 1
    test (count $argv) -lt 3; or test $place -le $argv[3]; or return 1
    test (count $argv) -lt 4; or test "$before" = "$argv[4]"
end

function __kingsmoot_ids -d 'ids of tables'
    set -l tokens (commandline -opc)
    set -l home
    if set -l found (contains -i -- --home $tokens)
        set home --home $tokens[(math $found + 1)]
    end
    $tokens[1] $home completion --ids $argv[1] 2>/dev/null
end

complete -c kingsmoot -f
%(lines)s
"""
LAST = 99
"""A place that no line comes to."""


def script(commands: tuple[Command, ...]) -> str:
    """The whole script."""
    before, *others = commands
    lines = [_line("__kingsmoot_at ''", f"-a {command.name} -d {_quoted(command.text)}") for command in others]
    lines += [line for command in (before, *others) for line in _lines(command)]
    return SCRIPT % {"valued": " ".join(valued_flags(commands)), "lines": "\n".join(lines)}


def _lines(command: Command) -> Iterator[str]:
    at = f"__kingsmoot_at {command.name or _quoted('')}"
    for option in command.options:
        yield _line(at, _option(option))
    for place, value in enumerate(command.values):
        where = f"{at} {place} {LAST if value.many else place}"
        if value.after:
            for word, words in value.after.items():
                yield _line(f"{where} {word}", f"-a {_quoted(_list(words))}")
        elif what := _offer(value):
            yield _line(where, what)


def _line(condition: str, what: str) -> str:
    return f"complete -c kingsmoot -n {_quoted(condition)} {what}"


def _option(option: Option) -> str:
    spelled = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags]
    takes = ["-r", _offer(option.value) or "-f"] if option.value is not None else []
    return " ".join([*spelled, *takes, "-d", _quoted(option.text)])


def _list(words: tuple[str, ...]) -> str:
    """Words as fish takes them: those with blanks or quotes in them line by line."""
    if not any(" " in word or "'" in word for word in words):
        return " ".join(words)
    return f"(printf '%%s\\n' {' '.join(map(_quoted, words))})".replace("%%", "%")


def _offer(value: Value) -> str:
    if value.pairs:
        return f"-f -a {_quoted(' '.join(f'{name}={each}' for name, values in value.pairs.items() for each in values))}"
    if value.choices:
        return f"-f -a {_quoted(' '.join(value.choices))}"
    return {
        FILE: "-F",
        FOLDER: "-f -a '(__fish_complete_directories)'",
        RECORD: "-f -k -a '(__kingsmoot_ids all; __fish_complete_suffix .moot)'",
        UNFINISHED: "-f -a '(__kingsmoot_ids unfinished)'",
    }.get(value.kind, "")


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

"""The script for zsh: one call of _arguments for each command."""

from client.completion.offers import FILE, FOLDER, RECORD, UNFINISHED, Command, Option, Value

SCRIPT = r"""#compdef kingsmoot
# Completion of kingsmoot for zsh: eval "$(kingsmoot completion zsh)", after compinit
zstyle ':completion:*:kingsmoot*:*' matcher %(capitals)s
_kingsmoot_add() { compadd -M %(capitals)s "$@"; }

_kingsmoot_ids() {
    local folder=${opt_args[--home]:-$_kingsmoot_home}
    local -a found=(${(f)"$($_kingsmoot_program completion --ids $1 ${folder:+--home=$folder} 2>/dev/null)"})
    found=(${found/$'\t'/:})
    _describe -t tables table found
}

_kingsmoot_record() { _alternative 'tables:table: _kingsmoot_ids all' 'files:record:_files -g "*.moot"'; }

_kingsmoot_setting() {
    case $words[CURRENT-1] in
%(settings)s
    esac
}

_kingsmoot_pair() {
    if compset -P '*='; then
        case ${${IPREFIX%%=}##*=} in
%(pairs)s
        esac
    else
        _kingsmoot_add -S = -- %(names)s
    fi
}

_kingsmoot() {
    local curcontext=$curcontext state line _kingsmoot_program=$words[1] _kingsmoot_home
    typeset -A opt_args
    local -a commands=(
%(commands)s
    )
    _arguments -C \
%(common)s
        '(-)1:command:->command' '(-)*::argument:->rest'
    _kingsmoot_home=$opt_args[--home]
    case $state in
        command) _describe -t commands command commands ;;
        rest) case $words[1] in
%(cases)s
        esac ;;
    esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _kingsmoot "$@"; else compdef _kingsmoot kingsmoot; fi
"""

CAPITALS = "'m:{[:lower:][:upper:]}={[:upper:][:lower:]}'"
"""How words are matched, whether they are typed in capitals or not."""


def script(commands: tuple[Command, ...]) -> str:
    """The whole script."""
    before, *others = commands
    settings = {word: words for c in others for value in c.values for word, words in value.after.items()}
    options = [option.value for command in others for option in command.options if option.value is not None]
    pairs = {name: values for value in options for name, values in value.pairs.items()}
    parts = {
        "capitals": [CAPITALS],
        "settings": [f"        {word}) _kingsmoot_add -- {_words(words)} ;;" for word, words in settings.items()],
        "pairs": [f"            {name}) _kingsmoot_add -- {_words(values)} ;;" for name, values in pairs.items()],
        "names": [_words(tuple(pairs))],
        "commands": [f"        {_quoted(f'{command.name}:{command.text}')}" for command in others],
        "common": [f"        {spec} \\" for option in before.options for spec in _option(option)],
        "cases": [_case(command) for command in others],
    }
    return SCRIPT % {name: "\n".join(lines) for name, lines in parts.items()}


def _case(command: Command) -> str:
    specs = [spec for option in command.options for spec in _option(option)]
    specs += [_value(place, value) for place, value in enumerate(command.values, 1)]
    lines = " \\\n".join(f"                {spec}" for spec in specs)
    return f"            {command.name}) _arguments \\\n{lines} ;;"


def _option(option: Option) -> list[str]:
    """One specification for each spelling; the others are not offered any more once one is there."""
    taken = "*" if option.again else f"({' '.join(option.flags)})"
    value = f":{_plain(option.value.name)}:{_action(option.value)}" if option.value is not None else ""
    equal = "=" if option.value is not None else ""
    return [
        _quoted(f"{taken}{flag}{equal if flag.startswith('--') else ''}[{_bracketed(option.text)}]{value}")
        for flag in option.flags
    ]


def _value(place: int, value: Value) -> str:
    return _quoted(f"{'*' if value.many else place}:{_plain(value.name)}:{_action(value)}")


def _action(value: Value) -> str:
    if value.choices:
        return f"({' '.join(value.choices)})"
    if value.after:
        return "_kingsmoot_setting"
    if value.pairs:
        return "_kingsmoot_pair"
    actions = {
        FILE: "_files", FOLDER: "_files -/", RECORD: "_kingsmoot_record", UNFINISHED: " _kingsmoot_ids unfinished",
    }  # fmt: skip
    return actions.get(value.kind, " ")


def _words(words: tuple[str, ...]) -> str:
    """Words of a list; those with blanks or quotes in them stand in quotes."""
    return " ".join(word if word.replace(",", "").isidentifier() else _quoted(word) for word in words)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _plain(text: str) -> str:
    return text.replace(":", r"\:")


def _bracketed(text: str) -> str:
    return text.replace("[", r"\[").replace("]", r"\]").replace(":", r"\:")

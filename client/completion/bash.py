"""The script for bash, from 3.2 on (the one of macOS): no associative arrays, no mapfile."""

from collections.abc import Mapping

from client.completion.offers import FILE, FOLDER, RECORD, UNFINISHED, Command, Value, valued_flags

SCRIPT = r"""# Completion of kingsmoot for bash: eval "$(kingsmoot completion bash)"
_kingsmoot_ids() {
    local options=(completion --ids "$1")
    [[ $home ]] && options+=(--home "$home")
    "$program" "${options[@]}" 2>/dev/null | cut -f 1
}

_kingsmoot_records() {
    compgen -f -X '!*.moot' -- "$cur"
    compgen -d -- "$cur"
    compgen -W "$(_kingsmoot_ids all)" -- "$cur"
}

_kingsmoot_words() {
    local line heeds=0
    shopt -q nocasematch || heeds=1
    shopt -s nocasematch
    while IFS= read -r line; do
        [[ $line == "$cur"* ]] && COMPREPLY+=("$line")
    done <<< "$1"
    ((heeds)) && shopt -u nocasematch
    return 0
}

_kingsmoot_phrases() {
    compopt -o filenames 2>/dev/null
    cur=${cur//\\/}
    _kingsmoot_words "$1"
}

_kingsmoot() {
    local IFS=$' \t\n' program=$1 home="" at="" place=0 flag="" before="" word="" taken="" key="" i
    local cur=${COMP_WORDS[COMP_CWORD]}
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == "=" ]]; then
            [[ $taken ]] && flag=$taken=
            continue
        fi
        taken=""
        if [[ $flag && $word != -* ]]; then
            [[ $flag == --home ]] && home=$word
            taken=$flag key=$word flag=""
            continue
        fi
        flag=""
        case $word in
            %(valued)s) flag=$word ;;
            -*) ;;
            *) if [[ $at ]]; then before=$word place=$((place + 1)); else at=$word; fi ;;
        esac
    done
    if [[ $cur == "=" ]]; then
        [[ $taken ]] && flag=$taken=
        cur=""
    fi
    IFS=$'\n'
    if [[ $flag && $cur != -* ]]; then
        case $at:$flag in
%(flags)s
        esac
    elif [[ $cur == -* ]]; then
        case $at in
%(options)s
        esac
    else
        case $at:$place in
%(values)s
        esac
    fi
}

complete -F _kingsmoot kingsmoot
"""


def script(commands: tuple[Command, ...]) -> str:
    """The whole script."""
    flags, options, values = [], [], [_case(":0", _words([command.name for command in commands if command.name]))]
    for command in commands:
        options.append(_case(command.name or '""', _words([f for option in command.options for f in option.flags])))
        flags += [
            _case("|".join(f"{command.name}:{flag}" for flag in option.flags), _offer(option.value))
            for option in command.options
            if option.value is not None
        ]
        flags += [
            _case("|".join(f"{command.name}:{flag}=" for flag in option.flags), _by("key", option.value.pairs))
            for option in command.options
            if option.value is not None and option.value.pairs
        ]
        values += [
            _case(f"{command.name}:{'*' if value.many else place}", _offer(value))
            for place, value in enumerate(command.values)
        ]
    parts = {"valued": "|".join(valued_flags(commands)), "flags": flags, "options": options, "values": values}
    return SCRIPT % {
        name: part if isinstance(part, str) else "\n".join(filter(None, part)) for name, part in parts.items()
    }


def _case(pattern: str, does: str) -> str:
    return f"            {pattern}) {does} ;;" if does else ""


def _words(words: list[str]) -> str:
    """Words of a list, whether they are typed in capitals or not."""
    return "_kingsmoot_words $'" + r"\n".join(words) + "'"


def _compgen(what: str) -> str:
    return f'COMPREPLY=($(compgen {what} -- "$cur"))'


def _offer(value: Value) -> str:
    """The command that fills in what may stand in a place; empty where nothing can be known."""
    if value.choices:
        return _words(list(value.choices))
    if value.pairs:
        return f"compopt -o nospace 2>/dev/null; {_words([f'{name}=' for name in value.pairs])}"
    if value.after:
        return _by("before", value.after)
    return {
        FILE: f"compopt -o filenames 2>/dev/null; {_compgen('-f')}",
        FOLDER: f"compopt -o filenames 2>/dev/null; {_compgen('-d')}",
        RECORD: "compopt -o filenames 2>/dev/null; COMPREPLY=($(_kingsmoot_records))",
        UNFINISHED: _compgen('-W "$(_kingsmoot_ids unfinished)"'),
    }.get(value.kind, "")


def _by(variable: str, after: Mapping[str, tuple[str, ...]]) -> str:
    inner = " ".join(f"{word}) {_phrases(words)} ;;" for word, words in after.items())
    return f"case ${variable} in {inner} esac"


def _phrases(words: tuple[str, ...]) -> str:
    """The words, though some may have blanks in them."""
    if not any(" " in word or "'" in word for word in words):
        return _words(list(words))
    return "_kingsmoot_phrases $'" + r"\n".join(word.replace("'", r"\'") for word in words) + "'"

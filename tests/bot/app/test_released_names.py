"""Commands, their options and typed words keep the names they were released with: people know them by heart."""

import pytest

from bot.app.entry.actions import SUBJECTS
from bot.app.requests.command_arguments import CommandArguments
from bot.chat.command_lines import read_line
from bot.chat.commands import COMMANDS, CommandSpec, OptionSpec

NAMES: dict[str, dict[str, str]] = {
    "play": {"ms": "main", "id": "main"},
    "move": {"ms": "gerak", "id": "langkah"},
    "if": {"ms": "jika", "id": "jika"},
    "guess": {"ms": "teka", "id": "tebak"},
    "board": {"ms": "papan", "id": "papan"},
    "games": {"ms": "permainan", "id": "permainan"},
    "history": {"ms": "sejarah", "id": "riwayat"},
    "replay": {"ms": "ulangtayang", "id": "putarulang"},
    "h2h": {"ms": "pertemuan", "id": "pertemuan"},
    "profile": {"ms": "profil", "id": "profil"},
    "top": {"ms": "terbaik", "id": "terbaik"},
    "ladder": {"ms": "tangga", "id": "tangga"},
    "export": {"ms": "eksport", "id": "ekspor"},
    "resign": {"ms": "menyerah", "id": "menyerah"},
    "draw": {"ms": "seri", "id": "seri"},
    "takeback": {"ms": "undur", "id": "tarik"},
    "swap": {"ms": "tukarpihak", "id": "tukarpihak"},
    "remind": {"ms": "cuit", "id": "colek"},
    "hint": {"ms": "petunjuk", "id": "petunjuk"},
    "analyse": {"ms": "analisis", "id": "analisis"},
    "import": {"ms": "import", "id": "impor"},
    "learn": {"ms": "belajar", "id": "belajar"},
    "puzzle": {"ms": "tekateki", "id": "tekateki"},
    "daily": {"ms": "harian", "id": "harian"},
    "join": {"ms": "sertai", "id": "gabung"},
    "rules": {"ms": "peraturan", "id": "peraturan"},
    "away": {"ms": "cuti", "id": "cuti"},
    "settings": {"ms": "tetapan", "id": "pengaturan"},
    "block": {"ms": "sekat", "id": "blokir"},
    "privacy": {"ms": "privasi", "id": "privasi"},
    "setup": {"ms": "sedia", "id": "atur"},
    "mod": {"ms": "pengurus", "id": "pengurus"},
    "help": {"ms": "bantuan", "id": "bantuan"},
}
OPTIONS: dict[str, dict[str, str]] = {
    "opponent": {"id": "lawan"},
    "game": {"id": "permainan"},
    "side": {"id": "sisi"},
    "level": {"id": "tingkat"},
    "pace": {"ms": "rentak", "id": "tempo"},
    "away": {"ms": "cuti", "id": "cuti"},
    "rated": {"ms": "taraf", "id": "peringkat"},
    "mirror": {"ms": "cermin", "id": "cermin"},
    "bid": {"ms": "tawaran", "id": "tawaran"},
    "number": {"ms": "nombor", "id": "angka"},
    "watch": {"ms": "tonton", "id": "tonton"},
    "from": {"ms": "dari", "id": "dari"},
    "move": {"id": "langkah"},
    "match": {"id": "pertandingan"},
    "moves": {"id": "langkah"},
    "public": {"id": "umum"},
    "text": {"id": "teks"},
    "here": {"ms": "sini", "id": "sini"},
    "who": {"ms": "siapa", "id": "siapa"},
    "result": {"ms": "keputusan", "id": "hasil"},
    "since": {"ms": "sejak", "id": "sejak"},
    "opening": {"ms": "pembukaan", "id": "pembukaan"},
    "scope": {"ms": "senarai", "id": "daftar"},
    "form": {"ms": "bentuk", "id": "bentuk"},
    "file": {"ms": "fail", "id": "berkas"},
    "theme": {"ms": "tema", "id": "tema"},
    "mine": {"ms": "sendiri", "id": "sendiri"},
    "hour": {"ms": "jam", "id": "jam"},
    "zone": {"ms": "zon", "id": "zona"},
    "code": {"id": "kode"},
    "until": {"ms": "hingga", "id": "sampai"},
    "quiet": {"ms": "senyap", "id": "tenang"},
    "what": {"id": "apa"},
    "act": {"ms": "tindakan", "id": "tindakan"},
    "why": {"ms": "sebab", "id": "alasan"},
}
LINES = {
    "/play dam-8 komputer": {"game": "dam-8", "opponent": "computer"},
    "/play dam-8 siapa saja": {"game": "dam-8", "opponent": "anybody"},
    "/play dam-8 sesiapa": {"game": "dam-8", "opponent": "anybody"},
    "/play dam-8 siapapun": {"game": "dam-8", "opponent": "anybody"},
    "/play dam-8 siapa-siapa": {"game": "dam-8", "opponent": "anybody"},
    "/play dam-8 anyone": {"game": "dam-8", "opponent": "anybody"},
    "/play dam-8 latihan": {"game": "dam-8", "opponent": "practice"},
    "/play dam-8 practise": {"game": "dam-8", "opponent": "practice"},
    "/play dam-8 me": {"game": "dam-8", "opponent": "practice"},
    **{
        f"/play dam-8 {pace}": {"game": "dam-8", "pace": pace}
        for pace in ("kilat", "duduk", "kopi", "santai", "lambat")
    },
}


def released(spec: CommandSpec | OptionSpec) -> dict[str, str]:
    """Its names in the languages that there were."""
    return {language: spec.local_names.get(language, spec.name) for language in ("ms", "id")}


def test_commands_are_called_as_ever() -> None:
    assert SUBJECTS, "the commands are loaded"
    assert {spec.name for spec in COMMANDS} >= NAMES.keys()
    for name, called in NAMES.items():
        assert released(COMMANDS.find(name)) == called, name


def test_options_are_called_as_ever() -> None:
    options = {option.name: option for spec in COMMANDS for option in spec.options}
    for name, called in OPTIONS.items():
        assert released(options[name]) == {"ms": name, "id": name} | called, name


@pytest.mark.parametrize("line", LINES)
def test_typed_words_are_read_as_ever(line: str) -> None:
    assert read_line(line)[1] == LINES[line]


@pytest.mark.parametrize("word", ["yes", "true", "1", "on", "ya", "Ya"])
def test_a_flag_is_set_as_ever(word: str) -> None:
    assert CommandArguments({"here": word}).flag("here")

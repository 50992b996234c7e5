"""``papan records`` on files as other programs write them."""

from pathlib import Path

import pytest

from bot.__main__ import main

FILE = """[White "Чижов"]
[Black "Adi"]
[GameType "20"]
[Result "2-0"]

1. 32-28 19-23 (1... 18-23) 2. 28x19 14x23 *

[Event "Club"]
[GameType "21"]

1. 9-13 22-18 1-0

[Event "Torn"]
[GameType "20"]

1. 32-28 19-25 *
"""
SAID = """1. Чижов – Adi 2-0: international-draughts, 4 turns. White wins, as the record says. 1 variation was left out.
2. Club: english-draughts, 2 turns. Black wins, as the record says.
3. Torn: NOT READ: turn 2: 19-25 is not a legal move; move 1... can be """


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_each_game_of_a_file_is_told(encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.pdn"
    file.write_bytes(FILE.encode(encoding))
    assert main(["records", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(SAID)
    assert said.endswith("\n2 of 3 read\n")


def test_the_game_may_be_named_for_files_that_do_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "book.txt"
    file.write_text("1. ab4 ba5 2. cd4 *")
    assert main(["records", "--game", "russian", str(file), str(file)]) == 0
    assert capsys.readouterr().out.count("russian-draughts, 3 turns.") == 2
    assert main(["records", str(file)]) == 0
    assert "NOT READ: the record needs a tag" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"), [(None, "cannot read"), (b"\x89PNG\r\n\x00", "is no text"), (b'[A "b"]' * 101, "100 tags")]
)
def test_what_is_no_file_of_games_is_refused(
    content: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.pdn"
    if content is not None:
        file.write_bytes(content)
    assert main(["records", str(file)]) == 2
    assert words in capsys.readouterr().err

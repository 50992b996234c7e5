"""A private answer that all in a Telegram group see is for who asked: nobody else uses it, and a link leads to privacy.

The whole app on the loopback Telegram. Nobody here has a private chat with Papan unless it says so.
"""

from bot.matches.status import Status
from loopback.waiting import eventually
from tests.bot.platforms.village import Village
from tests.suites import deep


async def test_nobody_resigns_for_somebody_else(village: Village) -> None:
    board = await village.begin()
    question = await village.asks("/resign", "Yes, resign")
    assert question.shown.startswith("For Adi alone.\nGive up")
    for other in (village.siti, village.ros):
        said = await village.is_for_adi(other, question, village.adi.key(question, "Yes, resign").data)
        assert said.endswith(f"/resign {board.shown[:4]}"), "the way to one's own"
    assert (await village.match(board)).status is Status.PLAYING
    village.adi.press(question, "Yes, resign")
    over = await eventually(lambda: village.match(board), lambda match: match.status is Status.OVER)
    assert over.game.outcome is not None
    assert over.game.outcome.winner == 1


@deep("other personal buttons are pressed by others in the quick suite")
async def test_what_one_person_asked_for_is_used_by_nobody_else(village: Village) -> None:
    board = await village.begin()
    before = await village.match(board)
    personal = {
        "/privacy": "Delete my data",
        "/help": "New game",
        "/play dam-8": "Anybody",
        "/play": "Main tapal empat",
        "/move": "c3",
        "/board": "Your move",
        "/resign": "Yes, resign",
    }
    for asked, label in personal.items():
        answer = await village.asks(asked, label if asked.startswith("/play") else "Open a private chat")
        assert answer.shown.startswith("For Adi alone.") or "\nFor Adi alone." in answer.shown
        key = next(each for each in answer.keys if label in each.label)
        await village.is_for_adi(village.siti, answer, key.data)
    village.adi.press(board, "More")
    more = await village.adi.gets(village.group, key="Call off")
    for label in ("Offer draw", "Take back", "Resign", "Call off", "Hint"):
        await village.is_for_adi(village.siti, more, village.adi.key(more, label).data)
    assert await village.match(board) == before
    village.adi.press(more, "Offer draw")
    await eventually(lambda: village.match(board), lambda match: match.draw_offer == 0)


async def test_a_link_opens_the_private_chat_and_asks_there_about_the_match_of_the_group(village: Village) -> None:
    board = await village.begin()
    code = board.shown[:4]
    question = await village.asks("/resign", "Yes, resign")
    link = village.adi.key(question, "Open a private chat").url
    assert link == f"https://t.me/papan_bot?start=resign_{code}"
    village.adi.open(link)
    asked = await village.adi.gets(village.adi.private, key="Yes, resign")
    assert "Give up the match" in asked.shown
    assert f"({code})?" in asked.shown
    village.adi.press(asked, "Yes, resign")
    await eventually(lambda: village.match(board), lambda match: match.status is Status.OVER)
    village.siti.open(link)
    await village.siti.gets(village.siti.private, text="This match is over.")


@deep("a question in the private chat is met in the quick suite")
async def test_every_question_is_asked_again_in_the_private_chat(village: Village) -> None:
    board = await village.begin()
    code = board.shown[:4]
    links = {
        "/move": (f"move_{code}", "Which piece?"),
        "/move g1-g2": (f"move_{code}", "Which piece?"),
        "/board": (f"board_{code}", "to move"),
        "/games": ("games_", "Your matches"),
        "/settings": ("settings_", "Your settings"),
        "/privacy": ("privacy_", "Privacy"),
        "/help": ("help_", "Papan is the place to play"),
        "/rules": ("rules_", "The rules of which game?"),
    }
    adi, private = village.adi, village.adi.private
    for line, (link, words) in links.items():
        answer = await village.asks(line)
        assert adi.key(answer, "Open a private chat").url == f"https://t.me/papan_bot?start={link}"
        before = len(adi.from_bot(private))
        adi.open(f"https://t.me/papan_bot?start={link}")
        assert words in await village.told_in_private(before)
        adi.block()  # so that the next answer comes to stand in the group again
    adi.press(board, "More")
    more = await adi.gets(village.group, key="Call off")
    adi.open(adi.key(more, "Open a private chat").url)
    await adi.gets(private, key="Call off")


@deep("other personal buttons are pressed by others in the quick suite")
async def test_a_link_that_somebody_made_up_does_nothing(village: Village) -> None:
    board = await village.begin()
    code, match = board.shown[:4], await village.match(board)
    for made_up in ("x_", f"draw_{code}", "_", f"resign_{code}_", "more_", "resign_K7"):
        before = len(village.adi.from_bot(village.adi.private))
        village.adi.start(made_up)
        assert "Papan is the place to play" in await village.told_in_private(before)
    assert await village.match(board) == match


@deep("other personal buttons are pressed by others in the quick suite")
async def test_what_is_nobody_elses_business_is_not_shown_in_the_group(village: Village) -> None:
    adi = village.adi
    adi.say(adi.private, "/play dam-8")
    adi.press(await adi.gets(adi.private, key="Practice board"), "Practice board")
    code = (await adi.gets(adi.private, key="Your move")).shown.split()[0]
    adi.block()
    for line, link in (("/games", "games_"), (f"/board {code}", f"board_{code}")):
        answer = await village.asks(line)
        assert answer.shown == "Adi, that is not for others to read. Ask me in private."
        assert not answer.photo
        assert [key.url for key in answer.keys] == [f"https://t.me/papan_bot?start={link}"]
    assert not [each for each in village.group.from_bot() if code in each.shown]


@deep("other personal buttons are pressed by others in the quick suite")
async def test_it_is_said_in_the_language_its_person_has_set(village: Village) -> None:
    adi = village.adi
    await village.begin()
    settings = await village.asks("/settings")
    assert settings.shown.startswith("For Adi alone.") or "\nFor Adi alone.\n" in settings.shown
    assert [key.label for key in settings.keys] == ["Open a private chat"], "the many others are of use to Adi alone"
    adi.open(adi.key(settings, "Open a private chat").url)
    own = await adi.gets(adi.private, key="Bahasa Melayu")
    adi.press(own, "Bahasa Melayu")
    await village.server.until(lambda: "Bahasa Melayu" in own.shown)
    adi.block()  # so that the next answer comes to stand in the group again
    question = await village.asks("/resign", "Buka sembang peribadi")
    assert question.shown.startswith("Untuk Adi sahaja.\n")


@deep("a question in the private chat is met in the quick suite")
async def test_a_made_up_press_takes_no_board_away(village: Village) -> None:
    board = await village.begin()
    code, shown, keys = board.shown[:4], board.shown, list(board.keys)
    for payload in (
        f"~1:{code}:0:mv",
        f"~1:{code}:0:vw",
        f"~1:{code}:0:mo",
        "~1:-:0:hp",
        "~1:-:0:np:mce",
        "~1:-:0:nw:mce:random",
    ):
        await village.siti.answer(village.siti.forge_press(board, payload))
    await village.siti.gets(village.group, key="Sit down as White")
    assert village.group.messages.get(board.id) is board
    assert (board.shown, list(board.keys)) == (shown, keys)


@deep("other personal buttons are pressed by others in the quick suite")
async def test_the_rules_on_the_answer_to_another_are_shown_beside_it(village: Village) -> None:
    await village.begin()
    card = await village.asks("/rules dam-8")
    before = card.shown
    topic = next(key for key in card.keys if key.data and key.label != "Sources")
    village.siti.press(card, data=topic.data)
    theirs = await village.siti.gets(village.group, text="For Siti alone.")
    assert theirs is not card
    assert card.shown == before

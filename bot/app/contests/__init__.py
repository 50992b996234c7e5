"""Contests of a chat: its ladders, the village that all in it are, and the teams of some of them."""

from bot.app.buttons.callback_data import Action
from bot.app.contests import ladder, together, village
from bot.app.contests.ladder_card import LadderAction
from bot.app.contests.together import TeamAction
from bot.app.contests.village import VillageAction
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.chat.commands import LEVEL_CHOICES, CommandSpec, OptionKind, OptionSpec, number_in
from bot.words import N_

LADDER = Question("ladder", lambda context, _: ladder.ladder_command(context, "", ""))
VILLAGE = Question("village", lambda context, _: village.village_command(context, "", ""))
TOGETHER = Question("together", lambda context, _: together.together_command(context, "", "", ""))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "ladder",
                N_("The ladder of this chat"),
                (
                    OptionSpec("act", N_("What to do"), OptionKind.CHOICE, ladder.ACTS, words=ladder.ACT_WORDS),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                ),
                rank=42,
            ),
            lambda context, given: ladder.ladder_command(context, given.text("act"), given.text("game")),
            LADDER,
        ),
        CommandAction(
            CommandSpec(
                "village",
                N_("All in this chat as one player"),
                (
                    OptionSpec("act", N_("What to do"), OptionKind.CHOICE, village.ACTS, words=village.ACT_WORDS),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                ),
                rank=41,
            ),
            lambda context, given: village.village_command(context, given.text("act"), given.text("game")),
            VILLAGE,
        ),
        CommandAction(
            CommandSpec(
                "together",
                N_("Share a side with others against the computer"),
                (
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec(
                        "level",
                        N_("Play the computer: 1 is gentle, 8 is the strongest"),
                        OptionKind.CHOICE,
                        LEVEL_CHOICES,
                        reads=number_in,
                    ),
                    OptionSpec(
                        "way", N_("In turn or by vote"), OptionKind.CHOICE, together.WAYS, words=together.WAY_WORDS
                    ),
                ),
                rank=39,
            ),
            lambda context, given: together.together_command(
                context, given.text("game"), given.text("level"), given.text("way")
            ),
            TOGETHER,
        ),
    ),
    buttons={
        Action.LADDER: ActionSpec(ladder.pressed_show, LADDER),
        LadderAction.JOIN: ActionSpec(ladder.pressed_join, LADDER),
        LadderAction.COME: ActionSpec(ladder.pressed_come, LADDER),
        LadderAction.LEAVE: ActionSpec(ladder.pressed_leave, LADDER),
        LadderAction.CONFIRM_LEAVE: ActionSpec(ladder.pressed_confirm_leave, LADDER),
        LadderAction.CHALLENGE: ActionSpec(ladder.pressed_challenge, LADDER),
        VillageAction.BEGIN: ActionSpec(village.pressed_begin, VILLAGE),
        VillageAction.FAMILY: ActionSpec(village.pressed_family, VILLAGE),
        VillageAction.GAME: ActionSpec(village.pressed_game, VILLAGE),
        VillageAction.LEVEL: ActionSpec(village.pressed_level, VILLAGE),
        TeamAction.OPEN: ActionSpec(together.pressed_open, TOGETHER),
        TeamAction.FAMILY: ActionSpec(together.pressed_family, TOGETHER),
        TeamAction.GAME: ActionSpec(together.pressed_game, TOGETHER),
        TeamAction.LEVEL: ActionSpec(together.pressed_level, TOGETHER),
        Action.TEAM_JOIN: ActionSpec(together.pressed_join, TOGETHER),
        Action.TEAM_LEAVE: ActionSpec(together.pressed_leave, TOGETHER),
        Action.TEAM_BEGIN: ActionSpec(together.pressed_begin, TOGETHER),
        Action.TEAM_NEXT: ActionSpec(together.pressed_next, TOGETHER),
    },
    questions=(LADDER, VILLAGE, TOGETHER),
)

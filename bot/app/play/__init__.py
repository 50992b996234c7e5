"""Beginning a match: which game, against whom, on which side, at which pace; and invitations."""

from bot.app.buttons.callback_data import Action
from bot.app.match import BOARD
from bot.app.play import declining, invitations, paces, play, terms
from bot.app.play.starts import match_turn_in
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject, acting
from bot.app.welcome import HELP
from bot.app.welcome.help import first_steps
from bot.chat.commands import (
    LEVEL_CHOICES,
    OPPONENT_WORDS,
    CommandSpec,
    OptionKind,
    OptionSpec,
    any_words,
    number_in,
)
from bot.matches.match import Match
from bot.matches.terms import TERMS, MatchTerm
from bot.words import N_


def _option(term: MatchTerm) -> OptionSpec:
    kind = OptionKind.CHOICE if term.choices else OptionKind.TEXT
    return OptionSpec(term.option, term.summary, kind, term.choices, reads=lambda text, given: term.named_alone(text))


PLAY = Question("play", lambda context, _: play.play_command(context, None, "", "", ""))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "play",
                N_("Invite somebody, or anybody, to a game"),
                (
                    OptionSpec(
                        "opponent",
                        N_("Whom to invite; leave it empty for anybody"),
                        OptionKind.PERSON,
                        words=OPPONENT_WORDS,
                    ),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True, guesses=any_words),
                    OptionSpec("side", N_("Which side of the game you take"), OptionKind.SIDE, complete=True),
                    OptionSpec(
                        "level",
                        N_("Play the computer: 1 is gentle, 8 is the strongest"),
                        OptionKind.CHOICE,
                        LEVEL_CHOICES,
                        reads=number_in,
                    ),
                    *(_option(each) for each in sorted(TERMS.values(), key=lambda each: each.rank)),
                    OptionSpec(
                        "from", N_("A position to go on from, or the code of a match"), whole=True, reads=match_turn_in
                    ),
                ),
                ("new",),
                rank=10,
            ),
            play.play_typed,
            PLAY,
        ),
        CommandAction(
            CommandSpec(
                "join",
                N_("Join a match by its code, also from another app"),
                (OptionSpec("code", N_("The code you were given, as K7QM")),),
                rank=100,
            ),
            lambda context, given: invitations.join_command(context, given.text("code")),
            BOARD,
        ),
        CommandAction(
            CommandSpec("start", "The first steps", (OptionSpec("code", "The code of an invitation"),), listed=False),
            lambda context, given: (
                invitations.opened(context, code) if (code := given.text("code")) else first_steps(context)
            ),
            HELP,
        ),
    ),
    buttons={
        Action.NEW_GAME: ActionSpec(play.pressed_new, PLAY),
        Action.CHOOSE_GAME: ActionSpec(play.pressed_game, PLAY),
        Action.CHOOSE_VERSION: ActionSpec(play.pressed_version, PLAY),
        Action.FAMILY: ActionSpec(play.pressed_family, PLAY),
        Action.INVITE_ANYBODY: ActionSpec(play.pressed_anybody, PLAY),
        Action.PRACTISE: ActionSpec(play.pressed_practice, PLAY),
        Action.COMPUTER: ActionSpec(play.pressed_computer, PLAY),
        Action.LEVEL: ActionSpec(play.pressed_level, PLAY),
        Action.SIDE: ActionSpec(play.pressed_side, PLAY),
        Action.NAME_PLAYER: ActionSpec(play.pressed_player, PLAY),
        Action.GO_ON: ActionSpec(play.pressed_go_on, PLAY),
        Action.PACE: ActionSpec(paces.pressed_pace, PLAY),
        Action.ACCEPT: ActionSpec(invitations.pressed_accept, BOARD),
        Action.INVITE_HOST: ActionSpec(invitations.pressed_instead, BOARD),
        Action.DECLINE: ActionSpec(declining.pressed_decline, BOARD),
        Action.DECLINE_BECAUSE: ActionSpec(declining.pressed_because, BOARD),
        Action.CHANGE_TERMS: ActionSpec(terms.pressed_terms, BOARD),
        Action.SEND_TERMS: ActionSpec(terms.pressed_send, BOARD),
        Action.EVEN_START: ActionSpec(terms.pressed_even, BOARD),
        Action.ASK_AGAIN: ActionSpec(invitations.pressed_ask_again, PLAY),
        Action.WITHDRAW: ActionSpec(acting(Match.withdraw, N_("Withdrawn."), closes=False), BOARD),
    },
    questions=(PLAY,),
)

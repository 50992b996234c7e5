"""The rules of the games: the card of a match, the page of a game."""

from bot.app.buttons.callback_data import Action
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.app.rules import rules_cards
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec, any_words
from bot.words import N_

RULES = Question("rules", lambda context, _: rules_cards.rules_command(context, ""))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "rules",
                N_("How a game is played"),
                (OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True, guesses=any_words),),
                rank=110,
            ),
            lambda context, given: rules_cards.rules_command(context, given.text("game")),
            RULES,
            for_nobody=True,
        ),
    ),
    buttons={
        Action.MATCH_RULES: ActionSpec(rules_cards.pressed_rules, RULES, Owner.ANYBODY),
        Action.RULES: ActionSpec(rules_cards.pressed_rules_game, RULES, Owner.ANYBODY),
        Action.RULES_FAMILY: ActionSpec(rules_cards.pressed_rules_family, RULES, Owner.ANYBODY),
        Action.WHY: ActionSpec(rules_cards.pressed_why, RULES, Owner.ANYBODY),
        Action.SHOW_RULES: ActionSpec(rules_cards.pressed_show, RULES, Owner.ASKED),
    },
    questions=(RULES,),
)

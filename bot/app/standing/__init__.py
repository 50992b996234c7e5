"""The standing of people: profiles, badges, lists, and the score between two."""

from bot.app.buttons.callback_data import Action
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.app.standing import badges, following, head_to_head, profile, top
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec
from bot.words import N_

HEAD_TO_HEAD = Question("h2h", lambda context, _: head_to_head.head_to_head_command(context, None))
PROFILE = Question("profile", lambda context, _: profile.profile_command(context, None))
TOP = Question("top", lambda context, _: top.top_command(context, "", ""))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "h2h",
                N_("How you stand against somebody"),
                (OptionSpec("who", N_("Against whom"), OptionKind.PERSON),),
                rank=46,
            ),
            lambda context, given: head_to_head.head_to_head_command(context, given.person("who")),
            HEAD_TO_HEAD,
        ),
        CommandAction(
            CommandSpec(
                "profile",
                N_("What you, or somebody, have won, drawn and lost"),
                (OptionSpec("who", N_("Whose"), OptionKind.PERSON),),
                rank=47,
            ),
            lambda context, given: profile.profile_command(context, given.person("who")),
            PROFILE,
        ),
        CommandAction(
            CommandSpec(
                "top",
                N_("The strongest players of this chat"),
                (
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec("scope", N_("Whose list"), OptionKind.CHOICE, top.SCOPES, words=top.SCOPE_WORDS),
                ),
                rank=48,
            ),
            lambda context, given: top.top_command(context, given.text("game"), given.text("scope")),
            TOP,
        ),
    ),
    buttons={
        Action.HEAD_TO_HEAD: ActionSpec(head_to_head.pressed_head_to_head, HEAD_TO_HEAD),
        Action.PROFILE: ActionSpec(profile.pressed_profile, PROFILE),
        Action.BADGES: ActionSpec(badges.pressed_badges, PROFILE),
        Action.FOLLOW_PERSON: ActionSpec(following.pressed_follow_person, PROFILE),
        Action.TOP: ActionSpec(top.pressed_top, TOP),
    },
    questions=(HEAD_TO_HEAD, PROFILE, TOP),
)

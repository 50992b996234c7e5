"""The decisions of a person about themselves: settings, days away, whom they block, their data."""

from bot.app.buttons.callback_data import Action
from bot.app.people import away, blocking, link_panel, privacy, settings
from bot.app.people.time_zones import zone_in
from bot.app.people.typed_times import hours_in
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec, only_by_name, words_for
from bot.words import N_, typed_words

PRIVACY_CHOICES = (
    ("about", N_("What is kept about me")),
    ("export", N_("My data as a file")),
    ("delete", N_("Delete my data")),
)
PRIVACY_WORDS = words_for(
    ("about", typed_words("about")), ("export", typed_words("export")), ("delete", typed_words("delete"))
)

AWAY = Question("away", lambda context, _: away.away_command(context, "", ""))
BLOCK = Question("block", lambda context, _: blocking.block_command(context, None))
LINK = Question("link", lambda context, _: link_panel.link_command(context, ""))
PRIVACY = Question("privacy", lambda context, _: privacy.privacy_command(context, ""))
SETTINGS = Question("settings", lambda context, _: settings.settings_command(context, "", ""))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "away",
                N_("Days away: your clocks stop until you are back"),
                (
                    OptionSpec("until", N_("Until when, as 5 days, 36h or 3 Dec"), phrase=True),
                    OptionSpec("from", N_("From when, if later, as 3 Dec"), phrase=True, reads=only_by_name),
                ),
                rank=120,
            ),
            lambda context, given: away.away_command(context, given.text("from"), given.text("until")),
            AWAY,
        ),
        CommandAction(
            CommandSpec(
                "settings",
                N_("Your language, board theme, point of view and quiet hours"),
                (
                    OptionSpec("zone", N_("Your time zone, as Asia/Kathmandu or UTC+8"), phrase=True, reads=zone_in),
                    OptionSpec(
                        "quiet",
                        N_("Your quiet hours, as 23:00-07:30, 11pm-7am, or none"),
                        phrase=True,
                        reads=hours_in,
                    ),
                ),
                rank=130,
            ),
            lambda context, given: settings.settings_command(context, given.text("zone"), given.text("quiet")),
            SETTINGS,
        ),
        CommandAction(
            CommandSpec(
                "block",
                N_("Keep a person from inviting you"),
                (OptionSpec("who", N_("Whom to block"), OptionKind.PERSON),),
                rank=135,
            ),
            lambda context, given: blocking.block_command(context, given.person("who")),
            BLOCK,
        ),
        CommandAction(
            CommandSpec(
                "link",
                N_("Be one person on Discord, on Telegram and in the web room"),
                (OptionSpec("code", N_("The code from the other side, or undo"), phrase=True),),
                rank=137,
            ),
            lambda context, given: link_panel.link_command(context, given.text("code")),
            LINK,
        ),
        CommandAction(
            CommandSpec(
                "privacy",
                N_("What is kept about you; download it or delete it"),
                (
                    OptionSpec(
                        "what", N_("What you want to do"), OptionKind.CHOICE, PRIVACY_CHOICES, words=PRIVACY_WORDS
                    ),
                ),
                rank=140,
            ),
            lambda context, given: privacy.privacy_command(context, given.text("what")),
            PRIVACY,
        ),
    ),
    buttons={
        Action.AWAY: ActionSpec(away.pressed_away, AWAY, Owner.ASKED),
        blocking.Blocking.BLOCK: ActionSpec(blocking.pressed_block, BLOCK, Owner.ASKED),
        blocking.Blocking.UNBLOCK: ActionSpec(blocking.pressed_unblock, BLOCK, Owner.ASKED),
        link_panel.Linking.GIVE: ActionSpec(link_panel.pressed_give, LINK, Owner.ASKED),
        link_panel.Linking.YES: ActionSpec(link_panel.pressed_yes, LINK, Owner.ASKED),
        link_panel.Linking.NO: ActionSpec(link_panel.pressed_no, LINK, Owner.ASKED),
        link_panel.Linking.AGAIN: ActionSpec(link_panel.pressed_again, LINK, Owner.ASKED),
        link_panel.Linking.UNDO: ActionSpec(link_panel.pressed_undo, LINK, Owner.ASKED),
        Action.SETTING: ActionSpec(settings.pressed_setting, SETTINGS, Owner.ASKED),
        Action.PRIVACY: ActionSpec(privacy.pressed_about, PRIVACY),
        Action.EXPORT_DATA: ActionSpec(privacy.pressed_export, PRIVACY),
        Action.DELETE_DATA: ActionSpec(privacy.pressed_delete, PRIVACY),
        Action.CONFIRM_DELETE_DATA: ActionSpec(privacy.pressed_delete_yes, PRIVACY, Owner.ASKED),
    },
    questions=(
        AWAY,
        BLOCK,
        LINK,
        PRIVACY,
        SETTINGS,
    ),
)

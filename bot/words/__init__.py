"""The sentences of Papan in its languages: gettext catalogues, kept with Babel, one folder a language."""

import gettext
import io
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, format_time, format_timedelta, get_day_names
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.words.languages import LANGUAGE_ROWS
from engine.ruleset import Noun

LANGUAGES = tuple(each.code for each in LANGUAGE_ROWS)
"""English is the language of the sources; the others have a catalogue each."""
BETWEEN_WORDS = " | "
"""What parts the words of a message that lists what people may type."""
_UNIT_FROM, _DAYS_FROM, _ONE = 1.2, 2.0, 0.99
"""A time is told in a unit from so many of it on; in days only from two of them, so that 40 hours are not two days.
Sixty of a unit are one of the next: an hour, not 60 minutes."""
_SECOND = timedelta(seconds=1)
_WHOLE: dict[Literal["week", "day"], int] = {"week": 7, "day": 1}
"""Units in which round times are told, in days."""


class Words:
    """Says things in one language. Facts are put in by name, after translation."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, message: str, /, **facts: object) -> str:
        """The message in this language."""
        return self._catalogue.gettext(message).format(**facts)

    def in_context(self, context: str, message: str, /) -> str:
        """The message as the catalogue has it in a context; in English where it does not."""
        return self._catalogue.pgettext(context, message)

    def plural(self, one: str, many: str, count: int, /, **facts: object) -> str:
        """The message in the form that fits ``count``, which is also a fact of that name."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **facts)

    def sentence(self, message: str, /, **facts: object) -> str:
        """The message with a capital at its start, where a fact may stand there."""
        text = self(message, **facts)
        return text[:1].upper() + text[1:]

    def either(self, items: Sequence[str]) -> str:
        """The items as a list whose last one comes after *or*."""
        return format_list(items, style="or", locale=formats_of(self.language))

    def all_of(self, items: Sequence[str]) -> str:
        """The items as a list whose last one comes after *and*."""
        return format_list(items, style="standard", locale=formats_of(self.language))

    def duration(self, time: timedelta) -> str:
        """A time in its largest unit: 3 hours."""
        return _told(time // _SECOND, "minute", _unit_from(time), self.language)

    def ago(self, time: timedelta) -> str:
        """The time since something: 3 hours ago; just now for less than a minute."""
        if time < timedelta(minutes=1):
            return self(_JUST_NOW)
        return _told(-time // _SECOND, "minute", _unit_from(time), self.language, add_direction=True)

    def span(self, time: timedelta) -> str:
        """A round time in the largest unit of which it is a whole number: 72 hours as 3 days, 7 as 1 week, 30 days."""
        for unit, days in _WHOLE.items():
            if time >= timedelta(days=days) and not time % timedelta(days=days):
                return _told(time // _SECOND, unit, math.inf, self.language)
        return _told(time // _SECOND, "second", 1, self.language)

    def ahead(self, time: timedelta) -> str:
        """In how long something will be: in 3 hours."""
        return _told(max(time // _SECOND, 1), "second", _unit_from(time), self.language, add_direction=True)

    def month_day(self, moment: datetime) -> str:
        """A day without its year: 3 Dec."""
        return format_skeleton("MMMd", moment, locale=formats_of(self.language))

    def weekday(self, number: int) -> str:
        """A day of the week, of which 0 is Monday."""
        return str(get_day_names(locale=formats_of(self.language))[number])

    def month(self, moment: datetime) -> str:
        """A month with its year: November 2026."""
        return format_skeleton("yMMMM", moment, locale=formats_of(self.language))

    def day(self, moment: datetime) -> str:
        """A day with its year: 3 Dec 2026."""
        return format_skeleton("yMMMd", moment, locale=formats_of(self.language))

    def time_of_day(self, moment: datetime) -> str:
        """The hours and minutes of a moment in its own zone: 23:05."""
        return format_time(moment, "HH:mm", locale=formats_of(self.language))

    def noun(self, noun: Noun, count: int = 1) -> str:
        """The name for ``count`` pieces, without their number."""
        return self._catalogue.ngettext(noun.singular, noun.plural, count)


@lru_cache(maxsize=1000)
def _told(
    seconds: int,
    granularity: Literal["week", "day", "minute", "second"],
    threshold: float,
    language: str,
    *,
    add_direction: bool = False,
) -> str:
    """A time in words, by whole seconds. Most that are told are alike: a clock is shown as it begins to run."""
    return format_timedelta(
        timedelta(seconds=seconds),
        granularity=granularity,
        threshold=threshold,
        add_direction=add_direction,
        locale=formats_of(language),
    )


def _unit_from(time: timedelta) -> float:
    if abs(time) >= timedelta(days=1):
        return _DAYS_FROM
    sixty = any(round(abs(time) / unit) == 60 for unit in (timedelta(seconds=1), timedelta(minutes=1)))
    return _ONE if sixty else _UNIT_FROM


@cache
def formats_of(language: str) -> str:
    """The locale whose lists, dates and names of months a language has here: English ones where Babel has none."""
    if language != LANGUAGES[0]:
        with suppress(UnknownLocaleError, ValueError):
            return str(Locale.parse(language))
    return "en_GB"


def N_(message: str) -> str:  # noqa: N802 - the field's name for a message that is marked here and said elsewhere
    """Mark a message for the catalogues without saying it yet."""
    return message


_JUST_NOW = N_("just now")


@cache
def words(language: str) -> Words:
    """The words of one of ``LANGUAGES``; English for any other, and for what its catalogue lacks."""
    if language not in LANGUAGES:
        return words(LANGUAGES[0])
    if language == LANGUAGES[0]:
        return Words(language, gettext.NullTranslations())
    source = resources.files(__name__) / "locale" / language / "LC_MESSAGES" / "papan.po"
    if not source.is_file():
        return Words(language, gettext.NullTranslations())
    compiled = io.BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return Words(language, gettext.GNUTranslations(compiled))


def names_of_command(name: str) -> Mapping[str, str]:
    """The names of a command, by its English one, in the languages whose catalogues have another."""
    return _named("command", name)


def names_of_option(name: str) -> Mapping[str, str]:
    """The names of an option of commands, by its English one, in the languages whose catalogues have another."""
    return _named("option", name)


def typed_words(english: str) -> tuple[str, ...]:
    """The words that people may type for the English ``a | b``: these, and those of all catalogues, parted likewise."""
    said = (english, *_named("typed", english).values())
    return tuple(dict.fromkeys(word for each in said for word in each.split(BETWEEN_WORDS)))


def _named(context: str, english: str) -> Mapping[str, str]:
    """The texts of languages for an English one in a context of the catalogues, where they are not the same."""
    said = {language: words(language).in_context(context, english) for language in LANGUAGES[1:]}
    return {language: text for language, text in said.items() if text != english}


def language_of(locale: str) -> str:
    """The supported language that a client's locale (``ms-MY``, ``id``, ``en_US``) asks for; English if none."""
    code = locale.replace("-", "_").partition("_")[0].lower()
    if code in LANGUAGES:
        return code
    try:
        language = Locale.parse(code).language
    except (ValueError, UnknownLocaleError):
        return LANGUAGES[0]
    return language if language in LANGUAGES else LANGUAGES[0]

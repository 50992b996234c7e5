"""The environment as one frozen value. Built by the command line when it starts, never at import."""

import re
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, NamedTuple, Self
from urllib.parse import urlsplit

import structlog
from pydantic import AfterValidator, BeforeValidator, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.bootstrap.environment import dotenv_file, remarks
from bot.foundation.errors import UserError
from bot.foundation.hours import Hours
from bot.foundation.proxies import Network, Proxies

_SPACE = re.compile(r"\s")
_BOT_PATH = re.compile(r"/bot(\d++:[^/]*+)?$")
_DISCORD_TOKEN = re.compile(r"[!-~]+")
_SHARDS = re.compile(r"\s*+(\d{1,5})(?:\s*-\s*+(\d{1,5}))?\s*+")
_SHARD_COUNT = re.compile(r"[1-9]\d{0,4}")
_DAYS = re.compile(r"[1-9]\d{0,3}")
_HOURS = re.compile(r"(\d{1,2})\s*+-\s*+(\d{1,2})")
_TELEGRAM_TOKEN = re.compile(r"[0-9A-Za-z_:-]+")
_ADDRESS = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:/\[\]]+)):(\d{1,5})")
_ROOM_KEY = re.compile(r"[!-~]{16,256}")
_SECRET = re.compile(r"[0-9A-Za-z_-]{1,256}")

log = structlog.get_logger()


class SettingsError(UserError):
    """A setting cannot be used. The text is one sentence for the operator; it never quotes the value."""


class Address(NamedTuple):
    """The address on which a server listens. Port 0 lets the system choose a free one."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


WEB_ALONE = Address("127.0.0.1", 8080)
"""The address of the web room if the settings ask for no platform at all."""


def _address(value: object) -> object:
    """The address that ``host:port`` names. Raises ValueError for any other text."""
    if not isinstance(value, str):
        return value
    found = _ADDRESS.fullmatch(value)
    if not found or int(found[3]) > 65535:
        raise ValueError("is not an address; write host:port, for example 127.0.0.1:8080")
    return Address(found[1] or found[2], int(found[3]))


def _url(value: str, safe: str, plain: str) -> str:
    try:
        parts = urlsplit(value)
        usable = bool(parts.hostname) and parts.port != 0 and not _SPACE.search(value)
    except ValueError:  # a port that is no number, a bracket left open
        raise ValueError(f"is not a complete URL; write {safe}://host/path") from None
    if parts.scheme not in (safe, plain):
        raise ValueError(f"must begin with {safe}:// (or {plain}:// on your own machine)")
    if not usable:
        raise ValueError(f"is not a complete URL; write {safe}://host/path")
    if parts.query or parts.fragment:
        raise ValueError("must end with the path; leave out what follows ? or #")
    return value.rstrip("/")


def _http(value: str) -> str:
    return _url(value, "https", "http")


def _websocket(value: str) -> str:
    return _url(value, "wss", "ws")


def _telegram_api(value: str) -> str:
    url = _http(value)
    if _BOT_PATH.search(url):
        raise ValueError("must end before /bot<token>; leave that part out")
    return url


def _discord_token(value: str) -> str:
    if value.casefold().startswith("bot "):
        raise ValueError('must be the bare token; leave out the word "Bot" before it')
    if not _DISCORD_TOKEN.fullmatch(value):
        raise ValueError(
            "contains a character that no token has; copy it again from the Bot page of Discord's developer portal"
        )
    return value


def _shard_ids(value: object) -> object:
    if not isinstance(value, str):
        return value
    found: list[int] = []
    for part in value.split(","):
        span = _SHARDS.fullmatch(part)
        if not span or int(span[2] or span[1]) < int(span[1]):
            raise ValueError("is not a list of shards; write 0,1,2 or 0-2")
        found += range(int(span[1]), int(span[2] or span[1]) + 1)
    return tuple(sorted(set(found)))


def _shard_count(value: object) -> object:
    if isinstance(value, str) and not _SHARD_COUNT.fullmatch(value):
        raise ValueError("is not a number of shards; write 1 or more")
    return value


def _telegram_token(value: str) -> str:
    if not _TELEGRAM_TOKEN.fullmatch(value):
        raise ValueError("contains a character that no token has; copy it again from @BotFather")
    return value


def _webhook_secret(value: str) -> str:
    # https://core.telegram.org/bots/api#setwebhook, secret_token
    if not _SECRET.fullmatch(value):
        raise ValueError(
            "must be 1 to 256 of the characters A-Z, a-z, 0-9, _ and -; make one with: openssl rand -hex 32"
        )
    return value


def _room_key(value: str) -> str:
    if not _ROOM_KEY.fullmatch(value):
        raise ValueError(
            "must be 16 to 256 letters, digits and signs without blanks; make one with: openssl rand -hex 16"
        )
    return value


def _days(value: object) -> object:
    if isinstance(value, str) and not _DAYS.fullmatch(value):
        raise ValueError("is not a number of days; write 1 to 9999")
    return value


def _backups(value: object) -> object:
    return None if isinstance(value, str) and value.casefold() == "off" else value


def _hours(value: object) -> object:
    if not isinstance(value, str):
        return value
    if value.casefold() == "off":
        return None
    found = _HOURS.fullmatch(value)
    if not found or int(found[1]) > 23 or int(found[2]) > 24 or int(found[1]) == int(found[2]):
        raise ValueError("is not two hours of the day; write 1-6 for one to six o'clock, 0-24 for always, or off")
    return Hours(int(found[1]), int(found[2]))


def _networks(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return tuple(ip_network(each.strip()) for each in value.split(","))
    except ValueError:
        raise ValueError(
            "is not a list of addresses or networks; write 127.0.0.1, or 127.0.0.1,172.16.0.0/12"
        ) from None


def _secretly(check: Callable[[str], str]) -> AfterValidator:
    return AfterValidator(lambda secret: SecretStr(check(secret.get_secret_value())))


class Settings(BaseSettings):
    """The operator's settings. Each field is the environment variable of its name in capitals; see ``.env.example``.

    Secrets are ``SecretStr``, so that they never show in a log by accident; the database's URL may hold a password.
    """

    model_config = SettingsConfigDict(enable_decoding=False, extra="ignore", frozen=True, hide_input_in_errors=True)

    discord_token: Annotated[SecretStr, _secretly(_discord_token)] | None = None
    discord_client_secret: SecretStr | None = None
    telegram_token: Annotated[SecretStr, _secretly(_telegram_token)] | None = None
    database_url: SecretStr = SecretStr("sqlite:///papan.db")  # read by the store
    papan_state: Path = Path()
    papan_backups: Annotated[Path | None, BeforeValidator(_backups)] = Path("backups")
    papan_backups_kept: Annotated[int, BeforeValidator(_days)] = 7
    papan_puzzles: Annotated[Hours | None, BeforeValidator(_hours)] = Hours(1, 6)
    papan_web: Annotated[Address, BeforeValidator(_address)] | None = None
    papan_web_url: Annotated[str, AfterValidator(_http)] | None = None
    papan_proxies: Annotated[tuple[Network, ...], BeforeValidator(_networks)] | None = None
    papan_room_key: Annotated[SecretStr, _secretly(_room_key)] | None = None
    papan_app_url: Annotated[str, AfterValidator(_http)] | None = None
    papan_app_listen: Annotated[Address, BeforeValidator(_address)] | None = None
    papan_health: Annotated[Address, BeforeValidator(_address)] | None = None
    discord_api_url: Annotated[str, AfterValidator(_http)] | None = None
    discord_gateway_url: Annotated[str, AfterValidator(_websocket)] | None = None
    discord_shard_count: Annotated[int, BeforeValidator(_shard_count)] | None = None
    discord_shard_ids: Annotated[tuple[int, ...], BeforeValidator(_shard_ids)] | None = None
    telegram_api_url: Annotated[str, AfterValidator(_telegram_api)] | None = None
    telegram_webhook_url: Annotated[str, AfterValidator(_http)] | None = None
    telegram_webhook_secret: Annotated[SecretStr, _secretly(_webhook_secret)] | None = None
    telegram_webhook_listen: Annotated[Address, BeforeValidator(_address)] = Address("127.0.0.1", 8443)

    @property
    def proxies(self) -> Proxies:
        """The proxies that are believed whose request it is."""
        return Proxies(self.papan_proxies or ())

    @property
    def shard_ids(self) -> tuple[int, ...]:
        """The shards of this process: those asked for, or all; none where Discord is asked how many there are."""
        return self.discord_shard_ids or tuple(range(self.discord_shard_count or 0))

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, values: dict[str, object]) -> dict[str, object]:
        """Pasted values come with blanks and line ends; an empty line of ``.env`` sets nothing."""
        stripped = {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}
        return {name: value for name, value in stripped.items() if value != ""}

    @model_validator(mode="after")
    def _shards_are_there(self) -> Self:
        if self.discord_shard_ids and not self.discord_shard_count:
            raise ValueError(
                "DISCORD_SHARD_IDS needs DISCORD_SHARD_COUNT, which counts the shards of all processes together: "
                "set both, or leave both out."
            )
        if self.discord_shard_count and self.shard_ids[-1] >= self.discord_shard_count:
            raise ValueError(
                f"DISCORD_SHARD_IDS names shard {self.shard_ids[-1]}, but the shards are counted from 0 and "
                f"DISCORD_SHARD_COUNT is {self.discord_shard_count}: it counts the shards of all processes together."
            )
        return self

    @model_validator(mode="after")
    def _app_is_whole(self) -> Self:
        url = self.papan_app_url
        if (url is None) != (self.papan_app_listen is None):
            raise ValueError(
                "PAPAN_APP_URL and PAPAN_APP_LISTEN belong together: the address that the chat opens, and the one on "
                "which Papan serves it. Set both, or leave both out."
            )
        if self.discord_client_secret and not (url and self.discord_token):
            raise ValueError(
                "DISCORD_CLIENT_SECRET does nothing alone: set PAPAN_APP_URL and DISCORD_TOKEN too, or leave it out."
            )
        if url and not self.telegram_token and not self.discord_client_secret:
            raise ValueError(
                "PAPAN_APP_URL needs a bot: set TELEGRAM_TOKEN too, or DISCORD_TOKEN and DISCORD_CLIENT_SECRET, or "
                "leave it out."
            )
        if url and not url.startswith("https://") and not (self.telegram_api_url or self.discord_api_url):
            raise ValueError("PAPAN_APP_URL must begin with https://: neither Telegram nor Discord opens another page.")
        if url and urlsplit(url).path:
            raise ValueError("PAPAN_APP_URL must be a host without a path, as https://app.example.org.")
        if url and self.papan_web_url and urlsplit(url).netloc == urlsplit(self.papan_web_url).netloc:
            raise ValueError("PAPAN_APP_URL and PAPAN_WEB_URL name the same host: give each its own.")
        return self

    @model_validator(mode="after")
    def _webhook_is_whole(self) -> Self:
        if self.telegram_webhook_url and not self.telegram_token:
            raise ValueError("TELEGRAM_WEBHOOK_URL needs a bot: set TELEGRAM_TOKEN too, or leave both out.")
        if self.telegram_webhook_url and not self.telegram_webhook_secret:
            raise ValueError(
                "TELEGRAM_WEBHOOK_URL needs a secret, or anybody could send Papan forged messages: "
                "set TELEGRAM_WEBHOOK_SECRET too (make one with: openssl rand -hex 32)."
            )
        if self.telegram_webhook_secret and not self.telegram_webhook_url:
            raise ValueError(
                "TELEGRAM_WEBHOOK_SECRET does nothing alone: set TELEGRAM_WEBHOOK_URL too, or leave both out to poll."
            )
        return self


def tell_of_settings() -> None:
    """Log what looks like a setting but is unknown, and a file of settings that others can read."""
    for event, facts in remarks(dotenv_file(), Settings.model_fields):
        log.warning(event, **facts)


def load_settings(dotenv: Path | None = None) -> Settings:
    """The settings of the environment; the file ``dotenv``, if there is one, fills in what the environment leaves open.

    Raises ``SettingsError`` for the first setting that cannot be used.
    """
    dotenv = dotenv or dotenv_file()
    try:
        return Settings(_env_file=dotenv, _env_file_encoding="utf-8")
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        sentence = str(problem["ctx"]["error"])
        # "from None": the cause holds the values, and with them the tokens
        if not problem["loc"]:
            raise SettingsError(sentence) from None
        raise SettingsError(f"{str(problem['loc'][0]).upper()} {sentence}.") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{dotenv} is not a text file in UTF-8; save it again as UTF-8.") from None
    except OSError as error:
        raise SettingsError(
            f"{dotenv} cannot be read ({error.strerror}); correct its permissions or remove it."
        ) from None

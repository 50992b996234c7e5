"""The environment: what is accepted, what is refused in one sentence, and that no secret leaks."""

import re
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError
from structlog.testing import capture_logs

from bot.bootstrap import environment
from bot.bootstrap.settings import Address, Settings, SettingsError, load_settings, tell_of_settings
from bot.foundation.hours import Hours

ROOT = Path(__file__).parents[2]
SECRET = "123456:s3cr3t-t0ken"


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setattr(environment, "CHECKOUT", tmp_path / "checkout")
    monkeypatch.chdir(tmp_path)


def load(monkeypatch: pytest.MonkeyPatch, **environment: str) -> Settings:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return load_settings()


def test_nothing_set_is_no_platform_and_a_file() -> None:
    settings = load_settings()
    assert settings.database_url == SecretStr("sqlite:///papan.db")
    assert (settings.discord_shard_count, settings.shard_ids) == (None, ())
    set_by_default = {
        "database_url", "papan_state", "papan_backups", "papan_backups_kept", "papan_puzzles",
        "telegram_webhook_listen",
    }  # fmt: skip
    assert {name for name in Settings.model_fields if getattr(settings, name) is not None} == set_by_default


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("127.0.0.1:8080", Address("127.0.0.1", 8080)),
        ("localhost:0", Address("localhost", 0)),
        ("[::1]:65535", Address("::1", 65535)),
    ],
)
def test_addresses(monkeypatch: pytest.MonkeyPatch, written: str, meant: Address) -> None:
    settings = load(monkeypatch, PAPAN_WEB=written, PAPAN_HEALTH=written)
    assert settings.papan_web == settings.papan_health == meant
    assert str(settings.papan_web) == written


def test_proxies_are_named_by_addresses_and_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    named = load(monkeypatch, PAPAN_PROXIES="127.0.0.1, 172.16.0.0/12,fd00::/8").proxies
    there = ("127.0.0.1", "::ffff:127.0.0.1", "172.18.0.2", "fd00::2", "127.0.0.2", "192.0.2.7", "", "nobody")
    assert [named.names(address) for address in there] == [True] * 4 + [False] * 4
    assert not load(monkeypatch, PAPAN_PROXIES="").proxies.names("127.0.0.1")


def test_nightly_copies_can_be_switched_off_and_kept_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(monkeypatch, PAPAN_BACKUPS="Off", PAPAN_BACKUPS_KEPT="30")
    assert (settings.papan_backups, settings.papan_backups_kept) == (None, 30)
    assert load(monkeypatch, PAPAN_BACKUPS="/disk/papan").papan_backups == Path("/disk/papan")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("1-6", Hours(1, 6)), ("22 - 04", Hours(22, 4)), ("0-24", Hours(0, 24)), ("OFF", None), ("", Hours(1, 6))],
)
def test_the_hours_for_puzzles(monkeypatch: pytest.MonkeyPatch, written: str, meant: Hours | None) -> None:
    assert load(monkeypatch, PAPAN_PUZZLES=written).papan_puzzles == meant


@pytest.mark.parametrize("written", ["1", "1-1", "24-3", "1-25", "-1-6", "1:30-6", "night", "1-6, 22-23"])
def test_other_hours_for_puzzles_are_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    with pytest.raises(SettingsError) as fault:
        load(monkeypatch, PAPAN_PUZZLES=written)
    sentence = "is not two hours of the day; write 1-6 for one to six o'clock, 0-24 for always, or off."
    assert str(fault.value) == f"PAPAN_PUZZLES {sentence}"


def test_urls_lose_their_last_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(
        monkeypatch,
        DISCORD_API_URL="http://127.0.0.1:9001/api/v10/",
        DISCORD_GATEWAY_URL="ws://127.0.0.1:9002/",
        TELEGRAM_API_URL="https://bots.example.org/api/",
    )
    assert settings.discord_api_url == "http://127.0.0.1:9001/api/v10"
    assert settings.discord_gateway_url == "ws://127.0.0.1:9002"
    assert settings.telegram_api_url == "https://bots.example.org/api"


def test_a_whole_webhook(monkeypatch: pytest.MonkeyPatch) -> None:
    webhook = {"TELEGRAM_WEBHOOK_URL": "https://papan.example.org/hook", "TELEGRAM_WEBHOOK_SECRET": "a_B-9"}
    settings = load(monkeypatch, TELEGRAM_TOKEN=SECRET, **webhook)
    assert settings.telegram_webhook_url == "https://papan.example.org/hook"
    assert settings.telegram_webhook_secret == SecretStr("a_B-9")
    assert settings.telegram_webhook_listen == Address("127.0.0.1", 8443)
    assert load(monkeypatch, TELEGRAM_WEBHOOK_LISTEN="0.0.0.0:80").telegram_webhook_listen == Address("0.0.0.0", 80)


def test_blanks_around_a_value_and_empty_values_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(monkeypatch, TELEGRAM_TOKEN=f" {SECRET}\n", DISCORD_TOKEN="", PAPAN_WEB="  ", DATABASE_URL="")
    assert settings.telegram_token == SecretStr(SECRET)
    assert settings.discord_token is None
    assert settings.papan_web is None
    assert settings.database_url == SecretStr("sqlite:///papan.db")


def test_the_file_fills_in_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        f"# note\nTELEGRAM_TOKEN={SECRET}\nDATABASE_URL=sqlite:////data/papan.db\nPAPAN_WEB='127.0.0.1:1'\nCOMPOSE_PROJECT_NAME=x\n",
        encoding="utf-8",
    )
    settings = load(monkeypatch, PAPAN_WEB="127.0.0.1:2")
    assert settings.database_url == SecretStr("sqlite:////data/papan.db")
    assert settings.telegram_token == SecretStr(SECRET)
    assert settings.papan_web == Address("127.0.0.1", 2)


def test_the_file_beside_the_makefile_serves_other_folders(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / ".env").write_text("PAPAN_WEB=127.0.0.1:1\n")
    assert load_settings().papan_web is None, "no checkout"
    (checkout / "Makefile").touch()
    assert load_settings().papan_web == Address("127.0.0.1", 1)
    (tmp_path / ".env").write_text("PAPAN_WEB=127.0.0.1:2\n")
    assert load_settings().papan_web == Address("127.0.0.1", 2)


def test_what_is_no_setting_is_named_with_the_one_that_is_meant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / ".env"
    file.write_text(f"TELEGRAM_TOKN={SECRET}\nPAPAN_DOMAIN=papan.example.org\nDATABSE_URL=sqlite:///x\nTOKEN=x\n")
    file.chmod(0o644)
    monkeypatch.setenv("PAPAN_HEATLH", SECRET)
    monkeypatch.setenv("papan_zzzzz_qqqq", SECRET)
    with capture_logs() as logs:
        tell_of_settings()
    assert SECRET not in repr(logs)
    *unknown, readable = logs
    assert {each["name"]: each["hint"] for each in unknown} == {
        "TELEGRAM_TOKN": "did you mean TELEGRAM_TOKEN?",
        "PAPAN_HEATLH": "did you mean PAPAN_HEALTH?",
        "DATABSE_URL": "did you mean DATABASE_URL?",
        "PAPAN_ZZZZZ_QQQQ": "it does nothing",
    }
    assert (readable["event"], readable["hint"]) == ("env_file_readable_by_others", f"chmod 600 {file}")
    file.chmod(0o600)
    with capture_logs() as logs:
        tell_of_settings()
    assert {each["event"] for each in logs} == {"unknown_setting"}


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        load_settings().papan_web = Address("127.0.0.1", 1)  # type: ignore[misc]  # what is tried here is forbidden


REFUSED = [
    ({"PAPAN_WEB": "8080"}, "PAPAN_WEB", "host:port"),
    ({"PAPAN_WEB": "127.0.0.1:70000"}, "PAPAN_WEB", "host:port"),
    ({"PAPAN_WEB": "http://127.0.0.1:80"}, "PAPAN_WEB", "host:port"),
    ({"PAPAN_HEALTH": "::1:80"}, "PAPAN_HEALTH", "host:port"),
    ({"PAPAN_PROXIES": "caddy"}, "PAPAN_PROXIES", "addresses or networks"),
    ({"PAPAN_PROXIES": "127.0.0.1/8"}, "PAPAN_PROXIES", "addresses or networks"),
    ({"PAPAN_ROOM_KEY": "short"}, "PAPAN_ROOM_KEY", "16 to 256"),
    ({"PAPAN_ROOM_KEY": "sixteen letters and blanks"}, "PAPAN_ROOM_KEY", "16 to 256"),
    ({"TELEGRAM_WEBHOOK_LISTEN": "papan"}, "TELEGRAM_WEBHOOK_LISTEN", "host:port"),
    ({"DISCORD_TOKEN": f"Bot {SECRET}"}, "DISCORD_TOKEN", 'leave out the word "Bot"'),
    ({"DISCORD_TOKEN": f"{SECRET} {SECRET}"}, "DISCORD_TOKEN", "copy it again"),
    ({"DISCORD_TOKEN": f"{SECRET}\u2026"}, "DISCORD_TOKEN", "copy it again"),
    ({"TELEGRAM_TOKEN": f"{SECRET}/"}, "TELEGRAM_TOKEN", "@BotFather"),
    ({"DISCORD_API_URL": "127.0.0.1:9001"}, "DISCORD_API_URL", "https://"),
    ({"DISCORD_API_URL": "http:///api"}, "DISCORD_API_URL", "complete URL"),
    ({"DISCORD_API_URL": "http://host:port/api"}, "DISCORD_API_URL", "complete URL"),
    ({"DISCORD_API_URL": "http://[::1/api"}, "DISCORD_API_URL", "complete URL"),
    ({"DISCORD_API_URL": "http://a b/api"}, "DISCORD_API_URL", "complete URL"),
    ({"DISCORD_GATEWAY_URL": "http://127.0.0.1:9002"}, "DISCORD_GATEWAY_URL", "wss://"),
    ({"DISCORD_GATEWAY_URL": "ws://127.0.0.1:9002?v=10"}, "DISCORD_GATEWAY_URL", "leave out"),
    ({"TELEGRAM_API_URL": "ftp://127.0.0.1"}, "TELEGRAM_API_URL", "https://"),
    ({"TELEGRAM_API_URL": f"http://127.0.0.1:9003/bot{SECRET}"}, "TELEGRAM_API_URL", "leave that part out"),
    ({"TELEGRAM_API_URL": "http://127.0.0.1:9003/bot"}, "TELEGRAM_API_URL", "leave that part out"),
    ({"TELEGRAM_WEBHOOK_URL": "papan.example.org"}, "TELEGRAM_WEBHOOK_URL", "https://"),
    ({"TELEGRAM_WEBHOOK_SECRET": f"{SECRET} {SECRET}"}, "TELEGRAM_WEBHOOK_SECRET", "1 to 256"),
    ({"TELEGRAM_WEBHOOK_SECRET": "x" * 257}, "TELEGRAM_WEBHOOK_SECRET", "1 to 256"),
    ({"TELEGRAM_WEBHOOK_URL": "https://h", "TELEGRAM_WEBHOOK_SECRET": "x"}, "TELEGRAM_WEBHOOK_URL", "TELEGRAM_TOKEN"),
    (
        {"TELEGRAM_WEBHOOK_URL": "https://h", "TELEGRAM_TOKEN": SECRET},
        "TELEGRAM_WEBHOOK_URL",
        "TELEGRAM_WEBHOOK_SECRET",
    ),
    (
        {"TELEGRAM_WEBHOOK_SECRET": "s3cr3t", "TELEGRAM_TOKEN": SECRET},
        "TELEGRAM_WEBHOOK_SECRET",
        "TELEGRAM_WEBHOOK_URL",
    ),
]


@pytest.mark.parametrize(("environment", "variable", "way_out"), REFUSED)
def test_a_bad_value_is_one_sentence_without_secrets(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], variable: str, way_out: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load(monkeypatch, **environment)
    sentence = str(caught.value)
    assert sentence.startswith(f"{variable} ")
    assert way_out in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "s3cr3t" not in sentence
    assert caught.value.__suppress_context__


def test_secrets_do_not_show() -> None:
    settings = Settings(
        discord_token=SecretStr(SECRET),
        telegram_token=SecretStr(SECRET),
        database_url=SecretStr("postgresql://papan:s3cr3t@db/papan"),
        telegram_webhook_url="https://papan.example.org",
        telegram_webhook_secret=SecretStr("s3cr3t"),
    )
    assert "s3cr3t" not in repr(settings) + str(settings) + settings.model_dump_json()


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"TELEGRAM_TOKEN=\xff\xfe")
    with pytest.raises(SettingsError, match=r"^\.env is not a text file"):
        load_settings()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file whose reading fails, whoever reads it")
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").symlink_to("/proc/self/mem")
    with pytest.raises(SettingsError, match=r"^\.env cannot be read \(Input/output error\)"):
        load_settings()


@pytest.mark.parametrize(
    ("written", "meant"), [("0", (0,)), ("2,0,1", (0, 1, 2)), ("0-2", (0, 1, 2)), (" 1 - 2, 3,3 ", (1, 2, 3))]
)
def test_shards(monkeypatch: pytest.MonkeyPatch, written: str, meant: tuple[int, ...]) -> None:
    assert load(monkeypatch, DISCORD_SHARD_IDS=written, DISCORD_SHARD_COUNT="4").shard_ids == meant
    assert load(monkeypatch, DISCORD_SHARD_IDS="", DISCORD_SHARD_COUNT="3").shard_ids == (0, 1, 2)


@pytest.mark.parametrize(
    ("ids", "count", "said"),
    [
        ("0,", "2", "DISCORD_SHARD_IDS is not a list of shards; write 0,1,2 or 0-2."),
        ("2-1", "4", "DISCORD_SHARD_IDS is not a list of shards; write 0,1,2 or 0-2."),
        ("all", "4", "DISCORD_SHARD_IDS is not a list of shards; write 0,1,2 or 0-2."),
        ("0", "0", "DISCORD_SHARD_COUNT is not a number of shards; write 1 or more."),
        ("0", "two", "DISCORD_SHARD_COUNT is not a number of shards; write 1 or more."),
        (
            "1,2",
            "2",
            "DISCORD_SHARD_IDS names shard 2, but the shards are counted from 0 and DISCORD_SHARD_COUNT is 2: ",
        ),
        (
            "0-1",
            "",
            "DISCORD_SHARD_IDS needs DISCORD_SHARD_COUNT, which counts the shards of all processes together: ",
        ),
    ],
)
def test_shards_that_are_none(monkeypatch: pytest.MonkeyPatch, ids: str, count: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(monkeypatch, DISCORD_SHARD_IDS=ids, DISCORD_SHARD_COUNT=count)
    assert str(caught.value).startswith(said)


def test_the_example_names_every_setting_and_nothing_else() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == sorted(
        name.upper() for name in Settings.model_fields
    )


def test_the_example_with_every_line_taken_in_is_understood(tmp_path: Path) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    filled = re.sub(r"^#([A-Z_]+)=$", rf"\1={SECRET}", example, flags=re.MULTILINE)
    filled = filled.replace(f"WEBHOOK_SECRET={SECRET}", "WEBHOOK_SECRET=s3cr3t")
    (tmp_path / ".env").write_text(re.sub(r"^#([A-Z_]+=)", r"\1", filled, flags=re.MULTILINE), encoding="utf-8")
    settings = load_settings()
    assert settings.papan_web == Address("127.0.0.1", 8080)
    assert all(getattr(settings, name) is not None for name in Settings.model_fields)


def test_the_example_as_it_is_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes((ROOT / ".env.example").read_bytes())
    assert load_settings() == load_settings(tmp_path / "absent")

"""The web room: a chat room in the browser, in which each window is a person. No token, no account, no set-up."""

from bot.platforms.web.activity import Activities
from bot.platforms.web.app_server import MiniApp
from bot.platforms.web.server import WebRoom

__all__ = ["Activities", "MiniApp", "WebRoom"]

"""The topics of forums that were seen, by their names: the platform gives no list of them."""

from sqlalchemy import and_, delete, select, update

from bot.matches.communities import TOPICS
from bot.matches.identity import Place
from bot.store.connection import Connection, unless_there
from bot.store.tables import topics


async def note(connection: Connection, topic: Place, name: str, *, renamed: bool) -> None:
    """Note a topic; its name only where it was ``renamed``, or had none. Of a group's the oldest are dropped."""
    row = {"platform": topic.platform, "chat": topic.chat, "thread": topic.thread, "name": name}
    here = and_(topics.c.platform == topic.platform, topics.c.chat == topic.chat)
    made = await connection.execute(unless_there(connection.dialect.name, topics), row)
    if not made.rowcount and name:
        one = and_(here, topics.c.thread == topic.thread)
        wanted = one if renamed else and_(one, topics.c.name == "")
        await connection.execute(update(topics).where(wanted).values(name=name))
    found = (await connection.execute(select(topics.c.thread).where(here))).scalars()
    # The numbers of topics rise, and are written without leading zeros.
    newest = sorted(found, key=lambda thread: (len(thread), thread), reverse=True)
    if len(newest) > TOPICS:
        await connection.execute(delete(topics).where(here, topics.c.thread.in_(newest[TOPICS:])))


async def of_chat(connection: Connection, platform: str, chat: str) -> dict[str, str]:
    """The names of the topics of a group that were seen, by their numbers; empty for one whose name is not known."""
    query = select(topics).where(topics.c.platform == platform, topics.c.chat == chat).order_by(topics.c.name)
    return {row.thread: row.name for row in await connection.execute(query)}


async def forget(connection: Connection, platform: str, chats: list[str]) -> None:
    """Drop the topics of groups in which the bot is no longer."""
    await connection.execute(delete(topics).where(topics.c.platform == platform, topics.c.chat.in_(chats)))

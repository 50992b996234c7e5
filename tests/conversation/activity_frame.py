"""The page as an activity in Chromium: in a frame of a page at Discord's address, which plays Discord's part."""

from urllib.parse import urlencode

from playwright.async_api import Frame, Page, Request, Route

from loopback.discord.activities import allow
from loopback.discord.world import User
from tests.conversation.chat_platforms import ChatPlatforms

HOME = "https://discord.com"
_DISCORD = """<!doctype html><meta charset="utf-8"><title>Discord</title>
<style>body { margin: 0 } iframe { border: 0; width: 100vw; height: 100vh }</style>
<script>
addEventListener("message", async ({ source, origin, data: [opcode, told] }) => {
  const answer = (each) => source.postMessage([1, each], origin);
  if (opcode === 0) {
    if (told.v !== 1 || told.encoding !== "json" || !told.client_id || told.frame_id !== "frame-1") return;
    answer({ cmd: "DISPATCH", evt: "READY", data: { v: 1 }, nonce: null });
  }
  if (opcode === 2) document.querySelector("iframe").remove();
  if (opcode === 1 && told.cmd === "AUTHORIZE") {
    const { client_id, response_type, scope } = told.args;
    const code = await allowed(client_id, response_type, scope.join());
    const answered = code ? { evt: null, data: { code } } : { evt: "ERROR", data: { code: 4009, message: "No" } };
    answer({ cmd: told.cmd, nonce: told.nonce, ...answered });
  }
});
</script>
"""


async def in_activity(
    chats: ChatPlatforms,
    user: User,
    instance: str,
    home: str = HOME,
    fetched: list[Request] | None = None,
    **context: object,
) -> tuple[Page, Frame]:
    """Discord as a user has opened the activity in it, and the frame of the page; what it fetches goes to a list."""
    profile = await chats.browser(**context)
    # The page of the test is on this machine, and Discord's only looks as if it came from outside.
    await profile.grant_permissions(["local-network-access"], origin=home)
    page = await profile.new_page()
    if fetched is not None:
        page.on("requestfinished", lambda each: fetched.append(each))

    async def show(route: Route) -> None:
        await route.fulfill(body=_DISCORD, content_type="text/html")

    async def allowed(client: str, kind: str, scope: str) -> str:
        assert (client, kind, scope) == (chats.discord.world.bot.id, "code", "identify")
        return allow(chats.discord.world, user)

    await page.route(f"{home}/**", show)
    await page.expose_function("allowed", allowed)
    await page.goto(f"{home}/channels")
    given = urlencode({"instance_id": instance, "frame_id": "frame-1", "platform": "desktop"})
    await page.evaluate(
        """src => new Promise(done => {
            const frame = document.createElement("iframe");
            Object.assign(frame, { src, onload: done });
            document.body.append(frame);
        })""",
        f"{chats.app_url}/?{given}",
    )
    return page, page.frames[1]


async def words_of(fetched: list[Request], url: str) -> int:
    """The bytes of what was fetched from an address, without its pictures, as they came over the network.

    Each address counts once: what is asked for again comes out of the browser's own memory.
    """
    words = {each.url: each for each in fetched if each.url.startswith(url) and each.resource_type != "image"}
    sizes = [await each.sizes() for each in words.values()]
    return sum(each["responseHeadersSize"] + each["responseBodySize"] for each in sizes)

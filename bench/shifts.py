"""The cumulative layout shift of a page while it loads, as browsers reckon it."""

from playwright.async_api import Page

NOTED = """(() => {
    const add = (entries) => entries.forEach((each) => {
        if (!each.hadRecentInput) window.shifted += each.value;
    });
    window.shifted = 0;
    window.shifting = new PerformanceObserver((list) => add(list.getEntries()));
    window.shifting.observe({ type: 'layout-shift', buffered: true });
    window.shiftedSoFar = async () => {
        await document.fonts.ready;
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        add(window.shifting.takeRecords());
        return window.shifted;
    };
})();"""
LOADED = """() => [...document.querySelectorAll('img')].every((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return !each.checkVisibility() || bottom < 0 || top > innerHeight || (each.complete && each.naturalWidth);
})"""
"""Are all pictures in sight there?"""
SLOW = {"offline": False, "latency": 60, "downloadThroughput": 250_000, "uploadThroughput": 250_000}
"""A line on which one thing comes after the other: what comes at once hides what moves."""


async def note_shifts(page: Page) -> None:
    """Have a page that is not open yet reckon what moves in it, on a slow line."""
    await page.add_init_script(NOTED)
    wire = await page.context.new_cdp_session(page)
    await wire.send("Network.enable")
    await wire.send("Network.emulateNetworkConditions", SLOW)


async def shifted(page: Page) -> float:
    """The part of a page that has moved since it was opened, unless somebody touched it: 0 for nothing."""
    found: float = await page.evaluate("shiftedSoFar()")
    return found

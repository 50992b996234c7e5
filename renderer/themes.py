"""The themes: every colour a picture is made of. Sides differ in lightness and in shape, never in hue alone."""

from dataclasses import dataclass

from renderer.brush import Colour, rgb


@dataclass(frozen=True)
class Body:
    """A turned draughtsman: a rim from ``top`` to ``low``, a face, its outline, grooves, and the crown of a king.

    ``boss`` is the knob in the middle; a side without one has a ring.
    """

    top: Colour
    low: Colour
    face: Colour
    face_low: Colour
    edge: Colour
    groove: Colour
    crown: Colour
    crown_edge: Colour
    boss: Colour | None = None


@dataclass(frozen=True)
class Coat:
    """The bare head of an animal; ``ear`` is the lining of its ears, and what its antlers are made of."""

    fur: Colour
    fur_low: Colour
    light: Colour
    ink: Colour
    eye: Colour
    nose: Colour
    ear: Colour


@dataclass(frozen=True)
class Goat:
    """A goat's head on a disc; a dog has its colours."""

    disc: Colour
    disc_low: Colour
    rim: Colour
    coat: Colour
    shade: Colour
    horn: Colour
    horn_low: Colour
    ear: Colour
    eye: Colour
    ink: Colour


@dataclass(frozen=True)
class Folk:
    """A person: skin, clothes, a hat or a bow, and a feather."""

    skin: Colour
    skin_low: Colour
    cloth: Colour
    cloth_low: Colour
    straw: Colour
    straw_low: Colour
    sash: Colour
    ink: Colour


@dataclass(frozen=True)
class Theme:
    """Colours of the ground, the bars, the pieces and the marks.

    ``grain`` is the strength of the wood's grain (0: none), ``rule`` the width of lines between squares in shares of
    a cell (0: none), ``edge`` the width of a piece's outline in radii, ``shadow`` the shadow's opacity. ``flat`` pieces
    are drawn as with ink: no colour on them runs into another. ``motif`` is the colour of the batik pattern on the
    frame (None: there is none).
    """

    light: Colour
    dark: Colour
    plate: Colour
    line: Colour
    glint: Colour
    frame: Colour
    rim: Colour
    label: Colour
    bar: Colour
    name: Colour
    idle: Colour
    pill: Colour
    pill_text: Colour
    arrow: Colour
    outline: Colour
    capture: Colour
    select: Colour
    routes: tuple[Colour, ...]
    bodies: tuple[Body, Body]
    tiger: Coat
    jaguar: Coat
    puma: Coat
    hare: Coat
    buga: Coat
    goat: Goat
    folk: Folk
    grain: float = 0
    rule: float = 0
    edge: float = 0.06
    shadow: int = 0
    flat: bool = False
    motif: Colour | None = None

    @property
    def advice(self) -> Colour:
        """The colour of a recommended move: the green of the routes."""
        return self.routes[2]


def _body(*colours: str) -> Body:
    return Body(*map(rgb, colours))


def _coat(*colours: str) -> Coat:
    return Coat(*map(rgb, colours))


def _goat(*colours: str) -> Goat:
    return Goat(*map(rgb, colours))


def _folk(*colours: str) -> Folk:
    return Folk(*map(rgb, colours))


def _colours(*colours: str) -> tuple[Colour, ...]:
    return tuple(map(rgb, colours))


_ROUTES = _colours("#0B6FC2", "#B3176B", "#0A7A3B", "#8A4B00", "#5B35B0", "#00707A")

_KAYU = Theme(
    light=rgb("#F0DCB2"),
    dark=rgb("#A6734A"),
    plate=rgb("#E4C48A"),
    line=rgb("#573516"),
    glint=rgb("#F3DDB0"),
    frame=rgb("#5E3A22"),
    rim=rgb("#2C1A10"),
    label=rgb("#F7DFB2"),
    bar=rgb("#292220"),
    name=rgb("#FFFFFF"),
    idle=rgb("#D8C8AE"),
    pill=rgb("#F8C440"),
    pill_text=rgb("#2A2118"),
    arrow=rgb("#0B6FC2"),
    outline=rgb("#FFFFFF"),
    capture=rgb("#C01818"),
    select=rgb("#FFC928"),
    routes=_ROUTES,
    bodies=(
        _body("#FBF5E6", "#CDBE9C", "#F6EEDC", "#EDE2C8", "#6B5433", "#BFAE89", "#E2A51E", "#5A3A06"),
        _body("#4A4346", "#1D191B", "#3A3437", "#2B2628", "#0E0B0C", "#6E6468", "#FFC73B", "#2B1A00", "#554A4E"),
    ),
    tiger=_coat("#F7A536", "#EC8620", "#FFF6E4", "#1F1614", "#F3C21C", "#8C3A2E", "#FBE3BE"),
    jaguar=_coat("#F6CE5A", "#DDA02F", "#FFF8E6", "#1F1614", "#B9C94A", "#7A3A30", "#FBE6BE"),
    puma=_coat("#D08A58", "#A8623A", "#FFF1DE", "#2A1812", "#F0D060", "#8C4A42", "#F2CDA8"),
    hare=_coat("#B8926A", "#8A6440", "#FFF6E8", "#241A14", "#FFFFFF", "#B8665A", "#F0BFA8"),
    buga=_coat("#BE7040", "#8E4A26", "#FBEBD0", "#22140E", "#FFFFFF", "#3A2620", "#F5E6C4"),
    goat=_goat(
        "#44708A", "#2B4A5D", "#8FB5C9", "#FDF7EA", "#E5D7BD", "#C9A467", "#8F6B38", "#F0B9A0", "#E0A83C", "#1D1A1C"
    ),
    folk=_folk("#E8B88C", "#CF9468", "#B2463A", "#822C26", "#EBCB84", "#C29A4C", "#FBF1DA", "#1D1A1C"),
    grain=1.0,
    shadow=90,
)

_KERTAS = Theme(
    light=rgb("#FBF6E9"),
    dark=rgb("#D9CFB8"),
    plate=rgb("#FAF4E4"),
    line=rgb("#35302A"),
    glint=rgb("#FAF4E4"),
    frame=rgb("#EFE6D0"),
    rim=rgb("#35302A"),
    label=rgb("#4A4238"),
    bar=rgb("#F7F0DE"),
    name=rgb("#1E1A16"),
    idle=rgb("#5F564A"),
    pill=rgb("#1E1A16"),
    pill_text=rgb("#FBF6E9"),
    arrow=rgb("#1557A0"),
    outline=rgb("#FFFFFF"),
    capture=rgb("#B3261E"),
    select=rgb("#E0A100"),
    routes=_ROUTES,
    bodies=(
        _body("#FFFDF6", "#FFFDF6", "#FFFDF6", "#FFFDF6", "#1E1A16", "#1E1A16", "#FFFDF6", "#1E1A16"),
        _body("#1E1A16", "#1E1A16", "#1E1A16", "#1E1A16", "#1E1A16", "#F3EBD8", "#FFFDF6", "#1E1A16", "#F3EBD8"),
    ),
    tiger=_coat("#FFFDF6", "#F0E6CF", "#FFFFFF", "#1E1A16", "#FFFDF6", "#B3261E", "#E9DCC0"),
    jaguar=_coat("#FFFDF6", "#F0E6CF", "#FFFFFF", "#1E1A16", "#FFFDF6", "#B3261E", "#E9DCC0"),
    puma=_coat("#E9DCC0", "#D8C9A8", "#FFFDF6", "#1E1A16", "#FFFDF6", "#B3261E", "#FFFDF6"),
    hare=_coat("#F3EBD8", "#E4DAC3", "#FFFFFF", "#1E1A16", "#FFFFFF", "#B3261E", "#D8C9A8"),
    buga=_coat("#E4DAC3", "#D8C9A8", "#FFFDF6", "#1E1A16", "#FFFFFF", "#1E1A16", "#FFFDF6"),
    goat=_goat(
        "#57514A", "#57514A", "#F3EBD8", "#FFFDF6", "#E4DAC3", "#D8C9A8", "#A89878", "#E4DAC3", "#FFFDF6", "#1E1A16"
    ),
    folk=_folk("#FFFDF6", "#F3EBD8", "#D8C9A8", "#D8C9A8", "#FFFDF6", "#E4DAC3", "#B3261E", "#1E1A16"),
    edge=0.09,
    flat=True,
)

_PASAR = Theme(
    light=rgb("#6C5A94"),
    dark=rgb("#3A2C5E"),
    plate=rgb("#352A58"),
    line=rgb("#E8A64B"),
    glint=rgb("#4A3B75"),
    frame=rgb("#1D1636"),
    rim=rgb("#E8A64B"),
    label=rgb("#FFD9A0"),
    bar=rgb("#120D24"),
    name=rgb("#FFFFFF"),
    idle=rgb("#C9BFE6"),
    pill=rgb("#FF7A59"),
    pill_text=rgb("#1A0F16"),
    arrow=rgb("#0A6A86"),
    outline=rgb("#FFFFFF"),
    capture=rgb("#C2183C"),
    select=rgb("#FFD34D"),
    routes=_ROUTES,
    bodies=(
        _body("#FFF3CF", "#F0B860", "#FFF0C6", "#FBDC98", "#7A3D12", "#D9963C", "#D8442B", "#5A1408"),
        _body("#3F2F4E", "#120B1C", "#2A1E38", "#1C1328", "#54D6C9", "#54D6C9", "#FFD34D", "#2A1600", "#12717A"),
    ),
    tiger=_coat("#FFAE3D", "#F08420", "#FFF4DC", "#190F22", "#FFE04D", "#A3322E", "#FFDDB0"),
    jaguar=_coat("#FFD860", "#E8A030", "#FFF6DC", "#190F22", "#C6F06A", "#A3322E", "#FFE6B8"),
    puma=_coat("#F09A6A", "#C8603E", "#FFF0E0", "#190F22", "#FFE04D", "#A3322E", "#FFD8BC"),
    hare=_coat("#DCC0A8", "#A88468", "#FFFAF0", "#190F22", "#FFFFFF", "#D8606A", "#FFB8B0"),
    buga=_coat("#E08A50", "#B05A30", "#FFF0D8", "#190F22", "#FFFFFF", "#4A2430", "#FFE6B0"),
    goat=_goat(
        "#2E9C96", "#176066", "#A5F0E4", "#FFFAF0", "#DCD3E6", "#E8C07A", "#A8763A", "#F5B0B8", "#FFC44D", "#150F20"
    ),
    folk=_folk("#F8CFA0", "#DCA070", "#E8503C", "#A82C34", "#FFDC84", "#D8A048", "#FFFAF0", "#150F20"),
    shadow=110,
)

_KONTRAS = Theme(
    light=rgb("#FFFFFF"),
    dark=rgb("#B9C2CC"),
    plate=rgb("#FFFFFF"),
    line=rgb("#000000"),
    glint=rgb("#FFFFFF"),
    frame=rgb("#000000"),
    rim=rgb("#000000"),
    label=rgb("#FFFFFF"),
    bar=rgb("#000000"),
    name=rgb("#FFFFFF"),
    idle=rgb("#FFFFFF"),
    pill=rgb("#FFE100"),
    pill_text=rgb("#000000"),
    arrow=rgb("#00247A"),
    outline=rgb("#FFFFFF"),
    capture=rgb("#8A0000"),
    select=rgb("#FFE100"),
    routes=_colours("#00247A", "#7A0046", "#004D1F", "#5C2E00", "#3F0F8A", "#00484F"),
    bodies=(
        _body("#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#000000", "#000000", "#FFFFFF", "#000000"),
        _body("#000000", "#000000", "#000000", "#000000", "#000000", "#FFFFFF", "#FFE100", "#000000", "#FFFFFF"),
    ),
    tiger=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    jaguar=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    puma=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    hare=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    buga=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    goat=_goat(
        "#000000", "#000000", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#B0B0B0", "#FFFFFF", "#FFFFFF", "#000000"
    ),
    folk=_folk("#FFFFFF", "#FFFFFF", "#B0B0B0", "#B0B0B0", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#000000"),
    rule=0.035,
    edge=0.13,
    flat=True,
)

_BATIK = Theme(
    light=rgb("#F3E7CE"),
    dark=rgb("#6C8FB8"),
    plate=rgb("#F0E2C4"),
    line=rgb("#1F3A5F"),
    glint=rgb("#FBF4E2"),
    frame=rgb("#22395C"),
    rim=rgb("#0E1B30"),
    label=rgb("#F6E6C2"),
    bar=rgb("#101C33"),
    name=rgb("#FFFFFF"),
    idle=rgb("#C9D3E4"),
    pill=rgb("#E8A33A"),
    pill_text=rgb("#1C1206"),
    arrow=rgb("#0B5FA8"),
    outline=rgb("#FFFFFF"),
    capture=rgb("#B3161F"),
    select=rgb("#FFC928"),
    routes=_ROUTES,
    bodies=(
        _body("#FFFAEC", "#D9C49A", "#FBF3DD", "#F0E2C0", "#5A3A1C", "#B98A4E", "#C9791B", "#4A2A08"),
        _body("#5A3A22", "#2A170B", "#46291A", "#331C10", "#140A04", "#8A6038", "#FFC73B", "#2B1A00", "#7A5230"),
    ),
    tiger=_coat("#E8963A", "#C9701F", "#FFF3DC", "#1C1210", "#F3C21C", "#8C3A2E", "#F6DDB4"),
    jaguar=_coat("#F2C858", "#CF9430", "#FFF5E0", "#1C1210", "#B9C94A", "#7A3A30", "#F6DDB4"),
    puma=_coat("#C98A5C", "#9C5E3A", "#FFF0DC", "#241510", "#F0D060", "#8C4A42", "#F0CDA8"),
    hare=_coat("#B8926A", "#8A6440", "#FFF6E8", "#1C1410", "#FFFFFF", "#B8665A", "#F0BFA8"),
    buga=_coat("#B56C40", "#844626", "#FBEBD0", "#20140E", "#FFFFFF", "#3A2620", "#F5E6C4"),
    goat=_goat(
        "#24456E", "#14294A", "#A8C2E0", "#FDF7EA", "#E5D7BD", "#C9A467", "#8F6B38", "#F0B9A0", "#E0A83C", "#14161C"
    ),
    folk=_folk("#E8B88C", "#CF9468", "#8A4A22", "#5E3016", "#EBCB84", "#C29A4C", "#FBF1DA", "#1C1410"),
    shadow=90,
    motif=rgb("#355180"),
)

_KONTRAS_GELAP = Theme(
    light=rgb("#5A6470"),
    dark=rgb("#15191E"),
    plate=rgb("#000000"),
    line=rgb("#FFFFFF"),
    glint=rgb("#000000"),
    frame=rgb("#000000"),
    rim=rgb("#FFFFFF"),
    label=rgb("#FFFFFF"),
    bar=rgb("#000000"),
    name=rgb("#FFFFFF"),
    idle=rgb("#FFFFFF"),
    pill=rgb("#FFE100"),
    pill_text=rgb("#000000"),
    arrow=rgb("#00247A"),
    outline=rgb("#FFFFFF"),
    capture=rgb("#8A0000"),
    select=rgb("#FFE100"),
    routes=_colours("#00247A", "#7A0046", "#004D1F", "#5C2E00", "#3F0F8A", "#00484F"),
    bodies=(
        _body("#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#000000", "#000000", "#FFFFFF", "#000000"),
        _body("#000000", "#000000", "#000000", "#000000", "#FFFFFF", "#FFFFFF", "#FFE100", "#000000", "#FFFFFF"),
    ),
    tiger=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    jaguar=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    puma=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    hare=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    buga=_coat("#FFC400", "#FFC400", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
    goat=_goat(
        "#000000", "#000000", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#B0B0B0", "#FFFFFF", "#FFFFFF", "#000000"
    ),
    folk=_folk("#FFFFFF", "#FFFFFF", "#B0B0B0", "#B0B0B0", "#FFFFFF", "#FFFFFF", "#FFFFFF", "#000000"),
    rule=0.035,
    edge=0.13,
    flat=True,
)

THEME = {
    "kayu": _KAYU,
    "kertas": _KERTAS,
    "pasar": _PASAR,
    "batik": _BATIK,
    "kontras": _KONTRAS,
    "kontras-gelap": _KONTRAS_GELAP,
}
THEMES: tuple[str, ...] = tuple(THEME)

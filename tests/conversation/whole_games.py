"""Whole games, turn by turn as a hurried person types them; ``!`` accepts the price of declining a capture."""

WHOLE_GAMES = {
    "permainan-tabal": (
        "d4-c5 b6xd4 d3xd5 d6xd4 e3xc5 e7-d6 c5xe7xe5 a7-b6 b4-a5 c7-d6 e5xc7xa7xc5xc7xe7 b8-c7 a5xa7 a9-b8 c3-d4 "
        "c7-b7 a7xc7xa9 d8-c7 a9xe5 e9-d8 e5-a5 c8-b8 a5xe9xa9xc7"
    ),
    "permainan-tabal-globe-joueur": (
        "d4-c5 b6xd4 e3xc5 c7-b6 c5xc7xe5 e7-d6 e5xc7xa5 e6-e5 e4xe6 a7-b6 a5xa7xc5 c8-c7 e6-e7 c7-c6 c5xc7xa7 "
        "b8-c7 c4-c5 a9-b8 c5-c6 c7xc5 e7xc7xa9 d8-c7 b4xd6xb8 c9-c8 b8xd8 e9xc7 a9xd6"
    ),
    "main-tapal-empat": ("c3,d2 d3 c3xe3 e2 e3xe1 c4 e1-c1 c3 d2xb4 c3 b4xd4 c4 d4xb4 c4 b4xd2 d3 d2xd4 a5 d4xb4"),
    "malaysian-checkers-8": (
        "c3-d4 d6-c5 g3-f4 f6-e5 d4xf6 h6-g5! ~e7,f4xh6 c7-d6! b2-c3 d8-e7 f6xd8 c5-b4 a3xc5xe7 b8-c7! c3-b4 b6-c5 "
        "b4xd6xb8 a7-b6 d8xa5 h8-g7 h6xf8"
    ),
    "malaysian-checkers": (
        "a5-b6 b8-a7 g5-f6 d8-e7 f6xd8 e9xc7xa5 f4-g5 c9-b8 g5-h6 h8-i7 c5-d6 i7xg5 b4-c5! f8-g7 c3-b4 a5xc3 d2xb4 "
        "g9-f8 c1-d2 f8-e7 e3-f4! g5xe3xc1 i5-h6 g7xi5 j4xh6 b10-c9! i3-j4 c9-d8 c5-d6 e7xc5xe3 k5-j6! h10-g9 "
        "g3-f4 d10-c9 e1-d2 e3xc1 j4-k5 c1xg5xi7 e5-d6! i7-f4 h2-g3 f4xh2xl6 k3-j4 l6xh2xc7 i1-h2 c7xi1xk3 l2xj4 "
        "l8-k7 k1-j2 j8-i7 j4-k5 k7-j6 g1-h2 i7-h6 h2-g3! h6-g5 b4-c5 c11-d10 c5-b6 a7xc5 a3-b4 c5xa3xc1 a1-b2 "
        "c1xa3 j2-k3 d8-c7 g3-h4 g5xi3 l4-k5 g9-h8! k3-j4 k9-l8 k5-l6 f10-g9 l6-k7 l8xj6 j4-i5 j6xh4"
    ),
}

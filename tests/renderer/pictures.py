"""Pictures compared by their pixels."""

from PIL import Image, ImageChops

from renderer.brush import Colour
from renderer.geometry import Box
from tests.renderer.test_sprites import contrast


def difference(one: Image.Image, other: Image.Image) -> Box:
    """The smallest box that holds every pixel in which two pictures of one size differ."""
    box = ImageChops.difference(one, other).getbbox()
    assert box, "the pictures are alike"
    return box


def strongest(picture: Image.Image, ground: Colour) -> float:
    """The most contrast that a pixel of a picture has to the ground, 1 to 21."""
    pixels = picture.tobytes()
    return max(contrast((red, green, blue), ground) for red, green, blue in set(zip(*[iter(pixels)] * 3, strict=True)))

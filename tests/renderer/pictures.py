"""Pictures compared by their pixels."""

from PIL import Image, ImageChops

from renderer.geometry import Box


def difference(one: Image.Image, other: Image.Image) -> Box:
    """The smallest box that holds every pixel in which two pictures of one size differ."""
    box = ImageChops.difference(one, other).getbbox()
    assert box, "the pictures are alike"
    return box

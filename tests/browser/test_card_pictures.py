"""The pictures of the cards in a real browser: each loads as an image, and sharp words stay on the paper."""

from base64 import b64encode
from itertools import pairwise
from typing import Any

from games.art.card import pictures


def test_every_picture_loads_as_an_image(browser_with_pictures: Any) -> None:
    page = browser_with_pictures.new_page()
    images = "".join(
        f'<img alt="{name}" src="data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}">'
        for name, picture in pictures()
    )
    page.set_content(images)
    sizes = page.evaluate(
        """async () => {
            const images = [...document.images];
            await Promise.all(images.map((image) => image.decode()));
            return images.map((image) => [image.naturalWidth, image.naturalHeight]);
        }"""
    )
    page.close()
    assert sizes == [[200, 280]] * 101


def test_the_words_of_every_card_stay_on_the_paper_and_off_each_other(browser: Any) -> None:
    page = browser.new_page()
    page.set_content("".join(picture for _, picture in pictures()))
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("svg")].map((card) =>
            [...card.querySelectorAll("text")].map((text) => {
                const box = text.getBBox();
                return [box.x, box.y, box.x + box.width, box.y + box.height];
            }))"""
    )
    page.close()
    assert len(boxes) == 101
    for columns in boxes:
        for left, top, right, bottom in columns:
            assert 46 < left < right < 192
            assert 8 < top < bottom < 135
        for (left, *_), (_, _, right, _) in pairwise(columns):
            assert right <= left + 1

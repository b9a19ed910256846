"""The fair shuffle against the vectors that the browser's check has to meet, too (tests/browser/test_match_page.py)."""

import hashlib
import json
from pathlib import Path

import pytest

from games import engine

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "shuffle.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["commitment"][:8] for vector in VECTORS])
def test_secret_and_nonces_give_the_deck_of_the_vector(vector):
    secret = bytes.fromhex(vector["secret"])

    assert engine.commitment(secret) == hashlib.sha256(secret).hexdigest() == vector["commitment"]
    assert list(engine.derive_deck(secret, vector["nonces"])) == vector["deck"]


def test_the_vectors_cover_what_can_go_wrong():
    nonces = [vector["nonces"] for vector in VECTORS]

    assert {len(each) for each in nonces} >= {2, 4, 6}
    assert ["ab", "c"] in nonces and ["a", "bc"] in nonces  # the same text, cut elsewhere, is another deck
    assert any(not text.isascii() for each in nonces for text in each)
    assert any(each == [""] * len(each) for each in nonces)
    assert len({tuple(vector["deck"]) for vector in VECTORS}) == len(VECTORS)

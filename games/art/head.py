"""Faces, hair and caps, seen from the front turned a little to the left; the chin is near (-3, -95)."""

from dataclasses import dataclass

from games.art.colours import FAIR, HAIR, HAIR_SHINE, INK, LIPS, POWDER, SKIN_LINE
from games.art.svg import circle, line, path

_GREY = "#cfc8bb"


@dataclass(frozen=True, slots=True)
class Face:
    """What a man's face shows: skin, beard ("", "tuft", "long", "full"), age and where the eyes look."""

    skin: str = FAIR
    beard: str = "tuft"
    is_old: bool = False
    eyes: str = "mild"

    @property
    def hair(self) -> str:
        """The colour of brows and beard."""
        return _GREY if self.is_old else HAIR


_EYES = {
    "mild": "M-13.2-113.2c1.2-.9 3-.9 4.2.1M-2.5-113c1.6-1.2 4-1.2 5.6.1",
    "low": "M-13.2-113.2c1.2.9 3 .9 4.2-.2M-2.5-113.2c1.6 1.2 4 1.2 5.6 0",
    "wide": "M-13.4-113c1.2-1.5 3.3-1.4 4.3 0M-2.6-112.8c1.7-1.9 4.3-1.7 5.7.1",
}


def man(face: Face) -> str:
    """A man's face with ear, brows, nose, mouth and beard, without hair or cap."""
    parts = [
        path(
            "M-14-125C-17.5-117-17-107-11.5-100.5C-6.5-95 3.5-94.5 9-100C14-105 15.5-116 14-126Z",
            face.skin,
            stroke=SKIN_LINE,
            stroke_width=0.7,
        ),
        path(
            "M12.5-114C16-117 18-113 16-109.5C15-107.5 13-107 11.5-108", face.skin, stroke=SKIN_LINE, stroke_width=0.6
        ),
    ]
    if face.is_old:
        parts.append(line("M-14-117.2c1.8-1.5 3.8-1.4 5.3-.3M-2-117.3c1.8-1.6 4.8-1.5 6.4.1", face.hair, 1.7))
        parts.append(
            line(
                "M4.5-107c.8 1.2.9 2.7.4 4M-12.3-107c-.7.9-.9 1.9-.8 2.9M5.5-114.5l2.5-1M5.5-112.5h2.5",
                SKIN_LINE,
                0.5,
            )
        )
    else:
        parts.append(
            path(
                "M-13.5-119c1.5-1.3 3.5-1.3 4.6-.4-1.3.9-3.3 1-4.6.4zM-1.5-119.2c1.8-1.5 4.6-1.4 6-.3-1.6 1-4.2 1.1-6 .3z",
                HAIR,
                opacity=0.55,
            )
        )
    parts.append(line(_EYES[face.eyes], HAIR, 1.1))
    if face.eyes == "wide":
        parts.append(circle(-11, -112.9, 0.8, HAIR) + circle(0.4, -112.7, 0.9, HAIR))
    parts.append(line("M-8.8-112c-.9 2.2-2 4-2.5 5.2.6.7 1.6.8 2.4.5", SKIN_LINE, 0.7))
    parts.append(path("M-9.5-102.9c1.1-1 2.2-.5 2.7-.3.8-.4 1.9-.3 2.7.4-1.6 1.4-3.9 1.4-5.4-.1z", "#b5342b"))
    parts.append(_beard(face))
    return "".join(parts)


def _beard(face: Face) -> str:
    edge = "#aaa08e" if face.is_old else None
    moustache = line("M-10.5-104.6c-1 .3-2.2 1.2-2.9 2.3M-3.8-104.5c1.4.3 2.8 1.2 3.6 2.3", face.hair, 0.8)
    if face.beard == "tuft":
        return moustache + path(
            "M-7.8-98.5c1.5.6 3 .5 4.3-.1-.2 3-1 5.5-2.3 7.2-1-2-1.7-4.3-2-7.1z",
            face.hair,
            stroke=edge,
            stroke_width=0.4,
        )
    if face.beard == "long":
        return moustache + path(
            "M-9.5-99.5c2.5 1.4 5.5 1.3 8-.2 0 6-1.5 11.5-4.8 16-2-4-3.2-9.5-3.2-15.8z",
            face.hair,
            stroke=edge,
            stroke_width=0.5,
        )
    if face.beard == "full":
        return path(
            "M-12.5-103C-8-105.5-3-105.5 2-103.5C6-103 10-106 12-110C13-98-1-88-5.5-82C-9-88-13-96-12.5-103Z",
            face.hair,
            stroke=edge or INK,
            stroke_width=0.5,
        ) + line("M-8.8-101.7c1.5.6 3.2.6 4.6-.1", "#9c3a2e", 1.1)
    return ""


def side_hair(colour: str = HAIR) -> str:
    """The hair between cap and ear."""
    return path("M10-127C10-121 11-115 12.5-111.5C14.5-113 16-116 16.5-121L16-127Z", colour)


def court_cap(tail: str) -> str:
    """The court cap (kanmuri): its tail hangs ("down"), stands ("up", an emperor's) or is rolled ("rolled", a guard's)."""
    parts = []
    if tail == "down":
        parts.append(
            path(
                "M13-139C24-142 30-131 31-116C31.5-103 34-93 40-82L30-78C24.5-89 22-101 21.5-114C21-126 19-132 12-132Z",
                HAIR,
            )
        )
        parts.append(line("M17-136c8 3 10 13 10 22 .5 13 3 22 7 32", HAIR_SHINE, 0.5))
    elif tail == "up":
        parts.append(path("M9-137C10-149 13-159 18-166C21-169 26-167 26-163C21-155 19-146 19-133Z", HAIR))
        parts.append(line("M14-140c1-10 4-18 8-24", HAIR_SHINE, 0.5))
    else:
        parts.append(line("M14-139C27-143 37-133 33-122C30-114 21-116 22.5-123", HAIR, 3.6))
        # The fan of horsehair that guards wear over the ear.
        parts.append(path("M15.5-117L22-127C26-122 27-113 23-106Z", HAIR, opacity=0.85))
    parts.append(
        path(
            "M-17-117.5C-18.5-130-10-136.5 0-136.5C11-136.5 19-130 18-114.5C14-122 4-124.5-4-123.5C-10-122.8-15-121-17-117.5Z",
            HAIR,
        )
    )
    parts.append(path("M3-133L4.5-150.5C5-153.5 13-154 14.5-150.5L17.5-127Z", HAIR))
    parts.append(line("M-4-134.5L23-132.3", "#8d7548", 1.3))
    parts.append(line("M-14-121C-8-127 8-128 15.5-120M6-149.5c2.5-1.5 5-1.5 7 0", HAIR_SHINE, 0.7))
    return "".join(parts)


def tall_cap() -> str:
    """The tall lacquered cap (tate-eboshi)."""
    return path(
        "M-16.5-118C-17-131-15-146-6-155C0-161 11-161 14.5-155.5C19-147 20-130 17.5-114.5C13-122 4-124-4-123C-10-122.5-15-121-16.5-118Z",
        HAIR,
    ) + line("M-10-131C-4-137 6-138 15-134M-4-153c5-3 11-3 15 1M-13-121c7-5 19-5 28 2", HAIR_SHINE, 0.8)


def bent_cap() -> str:
    """The tall cap with its top folded over (kazaori-eboshi), with a cord under the chin."""
    return (
        path(
            "M-16.5-118C-17-129-14-141-5-147C4-152 18-149 30-137C33-133 31-129 26-130C22-131 19.5-130 18-114.5C13-122 4-124-4-123C-10-122.5-15-121-16.5-118Z",
            HAIR,
        )
        + line("M-8-143C0-138 12-134 24-131M-13-121c7-5 19-5 28 2", HAIR_SHINE, 0.9)
        + line("M14-116C13-106 8-99 0-95.5M-15-117C-16-108-12-100-5-95.5", "#d8c9a8", 1)
    )


def shaven(face: Face) -> str:
    """A monk's head: face, ears and the blue of the shaven skull."""
    skull = "M-16.8-121C-16-132-10-139-1-139C8-139 16-134 16.5-120"
    return (
        path(
            f"{skull}C17-110 14-102 9-98C4-94.5-5-94.5-11-97.5C-16-101-18.5-108-16.8-121Z",
            face.skin,
            stroke=SKIN_LINE,
            stroke_width=0.8,
        )
        + path(
            f"{skull}L15-114C13.5-119 12-124 9-128C1-126-8-128-12.5-130C-15-127-16.3-124-16.8-121Z",
            "#8fa3b4",
            opacity=0.42,
        )
        + line("M-9-133c3-2.5 8-3.5 12-2.5", "#fff", 1.2, opacity=0.6)
        + path(
            "M13-114C16.5-117 18.5-113 16.5-109.5C15.5-107.5 13.5-107 12-108",
            face.skin,
            stroke=SKIN_LINE,
            stroke_width=0.6,
        )
        + line(
            "M-14-117.5c1.8-1.6 3.8-1.6 5.4-.4M-2-117.5c1.8-1.7 4.8-1.6 6.4 0",
            face.hair,
            1.8 if face.is_old else 1.3,
        )
        + line(_EYES[face.eyes], HAIR, 1.1)
        + line(
            "M-8.8-112c-.9 2.2-2 4-2.5 5.2.6.7 1.6.8 2.4.5M-11.7-107c-1 1-1.5 2-1.8 3M3.5-106c.6 1 .6 2.3.2 3.7",
            SKIN_LINE,
            0.7,
        )
        + line("M-9.5-101.7c1.8.7 3.8.7 5.4-.2", "#9c3a2e", 1.2)
        + (_beard(face) if face.beard == "full" else "")
    )


def lady(eyes: str = "mild") -> str:
    """A lady's powdered face with the high painted brows."""
    return (
        path(
            "M-13.5-124C-17-116-16.5-107-11.5-101C-7-96.5 3-96 8.5-101C13.5-106 14.5-116 13-124Z",
            POWDER,
            stroke=SKIN_LINE,
            stroke_width=0.6,
        )
        + path(
            "M-11.5-120.5c1-1.6 3.4-1.6 4.3-.3-1 1.5-3.2 1.6-4.3.3zM-.5-120.8c1.2-1.7 4.2-1.6 5.2-.1-1.2 1.5-4 1.6-5.2.1z",
            HAIR,
            opacity=0.5,
        )
        + line(_EYES[eyes], HAIR, 1)
        + line("M-8.3-111.5c-.7 1.9-1.6 3.5-2 4.5.5.6 1.3.7 2 .4", SKIN_LINE, 0.6)
        + path("M-8.6-103.5c.8-.9 1.7-.5 2.2-.2.6-.4 1.5-.3 2.2.3-1.2 1.7-3.1 1.7-4.4-.1z", LIPS)
        + circle(5.5, -106.5, 3.2, "#f0a9a0", opacity=0.28)
    )

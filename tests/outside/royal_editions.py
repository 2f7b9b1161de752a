"""Royal Dilemma's table of editions, row by row as the rules page prints it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """A row. The letters and numbers (H7, B1, A1, S0, W1, R1, E1) are the labels of the rules page."""

    slug: str
    start: str
    draw: str
    must_commit: bool
    build: str
    attack: str
    on_oneself: str = ""
    end_step: str = ""
    ends: tuple[str, ...] = ()
    several_cards: bool = False
    battle: str = ""
    ransom: str = ""
    attack_doubled: bool = False
    battle_doubled: bool = False


MUST, MAY = True, False
STRENGTH, HANDS, LAST, NOBODY_ACTS, STUCK = "strength", "hands", "last draw", "nobody acts", "nobody can act"

_LIST = [
    Edition("strength", "H7", "", MUST, "v", "v", "v", "E1", (STRENGTH,)),
    Edition("capture", "H7", "", MUST, "B1", "A1", "S0 returned", "E2", (HANDS,)),
    Edition("ten", "H10", "", MUST, "B1", "A2", "S0 discarded", "E3", (HANDS,)),
    Edition("single", "H1", "", MUST, "B1", "A3", "S1", "", (HANDS,)),
    Edition("dividends", "H1", "own sum", MUST, "B1", "A3", "S1", "", (HANDS,)),
    Edition("dividends-deck", "H1", "own sum", MUST, "B1", "A3", "S1", "", (LAST,)),
    Edition("tribute", "H1", "own sum", MUST, "B2", "A3", "S2", "", (LAST,)),
    Edition("tithe", "H1", "own sum", MUST, "B3", "A3", "S3", "", (LAST,)),
    Edition("cycling", "H1", "own number", MUST, "B2", "A3", "S4", "", (LAST,)),
    Edition("solace", "H1", "own number", MUST, "B2", "A4", "S4", "", (LAST,)),
    Edition("mobilize", "H1", "own number", MUST, "B2", "A5", "S5", "", (LAST,)),
    Edition("exchange", "H1", "", MAY, "B4", "A6", "A6", "", (LAST, NOBODY_ACTS)),
    Edition("duel", "H1", "all sum", MAY, "B5", "A7", "A7", "", (LAST, HANDS)),
    Edition("open-ended", "H1", "all sum", MAY, "B5", "A7", "A7", "", (LAST, HANDS)),
    Edition("levy", "H1", "all sum", MAY, "B6", "A8", "", "", (LAST, STUCK)),
    Edition("levy-plain", "H1", "all sum", MAY, "B6", "A9", "", "", (LAST, STUCK)),
    Edition("headcount", "H1", "all number", MAY, "B6", "A10", "", "", (LAST, STUCK)),
    Edition("opening", "P1", "all number", MAY, "B6", "A11", "", "", (LAST, STUCK)),
    Edition("volley", "P1", "all number", MAY, "B6", "A11", "", "", (LAST, STUCK), several_cards=True),
    Edition("spend", "P1", "all number", MAY, "B6", "A12", "", "", (LAST, STUCK), several_cards=True),
    Edition("invasion", "P1", "all number", MAY, "B6", "A13", "", "", (LAST, STUCK), battle="W1"),
    Edition(
        *("heraldry", "P1", "all number + suit", MAY, "B6", "A13", "", "", (LAST, STUCK)),
        battle="W1",
        attack_doubled=True,
        battle_doubled=True,
    ),
    Edition(
        *("plunder", "P1", "all number + suit", MAY, "B6", "A14", "", "", (LAST, STUCK)),
        battle="W2",
        battle_doubled=True,
    ),
    Edition(
        *("raid", "P1", "all number + suit", MAY, "B6", "A15", "", "", (LAST, STUCK)),
        battle="W3",
        attack_doubled=True,
    ),
    Edition(
        *("raid-heraldry", "P1", "all number + suit", MAY, "B6", "A15", "", "", (LAST, STUCK)),
        battle="W3",
        attack_doubled=True,
        battle_doubled=True,
    ),
    Edition(
        *("ransom", "P1", "all number + suit", MAY, "B6", "A15", "", "", (LAST, STUCK)),
        battle="W3",
        ransom="R1",
        attack_doubled=True,
        battle_doubled=True,
    ),
    Edition(
        *("bare", "P1", "all number + suit", MAY, "B6", "A15", "", "", (LAST, STUCK)),
        battle="W3",
        ransom="R2",
        attack_doubled=True,
        battle_doubled=True,
    ),
]
EDITIONS = {edition.slug: edition for edition in _LIST}
NUMBERS = {edition.slug: number for number, edition in enumerate(_LIST, start=1)}

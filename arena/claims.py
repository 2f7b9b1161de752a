"""What a bot's claims come to: the selections that it says it plays."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product, zip_longest

from arena.errors import SelectionError
from arena.game import Edition, Game, Option, Selection, Value, check_claim, covers, parse_selection


def claimed(claims: Iterable[str], games: Sequence[Game]) -> list[Selection]:
    """Return the selections that claims take in, each once; raises SelectionError for a claim that takes in none.

    They come game by game in turn, of each game what is most like its default first.
    """
    found: defaultdict[str, dict[Selection, None]] = defaultdict(dict)
    for claim in claims:
        for selection in selections_of(claim, games):
            found[selection.game.name][selection] = None
    ordered = [sorted(selections, key=_peculiarity) for selections in found.values()]
    return [selection for turn in zip_longest(*ordered) for selection in turn if selection]


def selections_of(claim: str, games: Sequence[Game]) -> list[Selection]:
    """Return the selections that a claim takes in; raises SelectionError when there is none.

    Of what it leaves open, editions and numbers of players are all there; other options are as by default.
    """
    if claim == "*":
        return [each for game in games for edition in game.editions for each in _selections(game, edition, {})]
    check_claim(claim)
    head, _, tail = claim.strip().partition(":")
    name, _, slug = head.partition("@")
    pairs = (pair.partition("=") for pair in tail.split(",") if pair)
    given = {key.strip(): text.strip() for key, _, text in pairs}
    game = parse_selection(name, games).game
    found: list[Selection] = []
    objections: list[SelectionError] = []
    for edition in [game.edition(slug)] if slug else game.editions:
        try:
            found += (each for each in _selections(game, edition, given) if covers(claim, each))
        except SelectionError as error:
            objections.append(error)
    if not found:
        raise objections[0] if objections else SelectionError(f"{claim!r} takes in no selection of {name}")
    return found


def _selections(game: Game, edition: Edition, given: Mapping[str, str]) -> Iterator[Selection]:
    """Yield the selections of an edition whose options are as given; raises SelectionError where none can be."""
    known = {option.name: option for option in edition.options}
    for name in given.keys() - known.keys():
        game.select(edition.slug, **{name: given[name]})  # raises, with what would be right
    values = [_values(option, given.get(option.name)) for option in edition.options]
    for chosen in product(*values):
        options = dict(zip(known, chosen, strict=True))
        if game.check(options) is None:
            yield game.select(edition.slug, **options)


def _values(option: Option, text: str | None) -> list[Value]:
    """Return what an option may be: of `players` all that the text allows, of others one value."""
    if text is None:
        return [*option.choices] if option.name == "players" else [option.default]
    bounds = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
    if not bounds:
        return [option.parse(text)]
    low, high = int(bounds[1]), int(bounds[2])
    inside: list[Value] = [value for value in option.choices if isinstance(value, int) and low <= value <= high]
    if not inside:
        raise SelectionError(f"option {option.name} cannot be {text!r}; it can be {option.described()}")
    if option.name == "players":
        return inside
    return [option.default] if option.default in inside else inside[:1]


def _peculiarity(selection: Selection) -> int:
    """Return in how many ways a selection differs from what its game is by default."""
    options = selection.edition.options
    others = sum(selection.options[option.name] != option.default for option in options)
    return others + (selection.edition.slug != selection.game.default)

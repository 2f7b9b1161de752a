"""Which options of an edition make a difference, given its others: the rest are not told."""

from collections.abc import Callable, Mapping

from arena.games.royal_dilemma.rules import FACES, FOUGHT, PASSED_ON, Rules

DRAWN_FOR = ("contest", "uproot", "outbid")
"""The attacks in which somebody draws."""

GIVEN_UP_FOR = ("uproot", "contest", "outbid", *PASSED_ON)
"""The attacks in which somebody gives up hand cards."""


def is_in_force(rules: Rules, option: str, players: int) -> bool:
    """Tell whether the option makes a difference among these rules."""
    return option not in _CONDITIONS or _CONDITIONS[option](rules, players)


def has_equal_cards(rules: Rules, players: int) -> bool:
    """Tell whether there are equal cards."""
    return rules.family == "colours" and players > 2


def draws_in_step_4(rules: Rules, players: int) -> bool:
    """Tell whether cards are drawn after the reveal, the end step apart."""
    on_self = rules.family == "colours" and rules.on_self not in ("same", "nothing")
    built = rules.bonus != "none" and is_in_force(rules, "bonus", players)
    return on_self or built or rules.consolation != "none" or rules.attack in DRAWN_FOR


def gives_up_in_step_4(rules: Rules) -> bool:
    """Tell whether a choice in step 4 can take a card out of a hand."""
    cycles = rules.family == "colours" and rules.on_self == "cycle"
    return cycles or rules.ransom != "none" or rules.attack in GIVEN_UP_FOR


_CONDITIONS: Mapping[str, Callable[[Rules, int], bool]] = {
    "courts": lambda rules, players: rules.family == "colours" and not {*"AKQJ"} <= {*FACES[:players]},
    "bonus": lambda rules, players: rules.family == "colours" or rules.bonus in ("others", "scout"),
    "compulsory": lambda rules, players: rules.attack == "seize",
    "on_self": lambda rules, players: rules.family == "colours",
    "hand_pays": lambda rules, players: rules.attack == "invade",
    "spoils": lambda rules, players: rules.attack == "invade",
    "battle": lambda rules, players: rules.attack in FOUGHT,
    "doubling": lambda rules, players: (
        rules.attack != "rob" or rules.ransom == "power" or (rules.battle and rules.doubling == "all")
    ),
    "draws_settle": lambda rules, players: draws_in_step_4(rules, players) and gives_up_in_step_4(rules),
}
"""By option: whether it makes a difference. Those that are not here always do."""

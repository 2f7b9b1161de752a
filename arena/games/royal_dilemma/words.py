"""What the values of an edition's options mean, in words: the table beside those of functions in effects.py.

Values are filled in by telling.py: `{card}`, `{s}` and `{es}` for what is committed, one card or several, `{as_}`
for what counts double. An empty text is an option's way to say that there is no such thing.
"""

from collections.abc import Mapping

Words = Mapping[str | bool, str]

WORDS: Mapping[str, Words] = {
    "family": {
        "colours": "The face names your target, which may be yourself; its colour says what you do: red builds, "
        "black attacks.",
        "suits": "The face names your target: name yourself to build, another to attack.",
    },
    "courts": {
        True: "Aces and court cards that name nobody are value cards too.",
        False: "Aces and court cards that name nobody are out of the game.",
    },
    "draw": {
        "none": "Nothing is drawn.",
        "own-value": "Everybody draws as many cards as their own cards in play are worth together.",
        "own-count": "Everybody draws as many cards as they have in play.",
        "all-value": "Everybody draws as many cards as all cards in play, on all sides, are worth together.",
        "all-count": "Everybody draws as many cards as there are in play on all sides together.",
        "all-count-and-suit": "Everybody draws as many cards as there are in play on all sides together, and one "
        "more for each of them, whoever has it, that is of their own suit.",
    },
    "may_pass": {
        True: "You may pass instead, and keep all your cards.",
        False: "Nobody who holds a value card may pass.",
    },
    "several": {
        True: "You may add value cards to the first, one by one; all do the same. You are done when you say so.",
        False: "You may not add another value card.",
    },
    "build": {
        "strengthen": "A build adds the value of the {card} to the target's strength, and the {card} return{s} to "
        "the builder's hand.",
        "gift": "The {card} come{s} into play under the target's control.",
        "own": "The {card} come{s} into play under the builder's own control.",
    },
    "bonus": {
        "none": "Nothing is drawn for a build.",
        "value": "If the target is another player, the builder draws as many cards as the {card} {is_} worth.",
        "capped": "If the target is another player, the builder draws as many cards as the {card} {is_} worth, but "
        "no more than the target's cards in play were worth before this round's builds.",
        "others": "Everybody but the target draws as many cards as the {card} {is_} worth.",
        "scout": "The builder draws as many cards as the target holds at the reveal; what is committed is not "
        "counted.",
    },
    "attack": {
        "weaken": "An attack takes its power off the target's strength.",
        "seize": "The attacker may capture one of the target's cards in play that is worth no more than the power. "
        "It stays in play, under the attacker's control.",
        "uproot": "The target discards one of its cards in play, of its own choice, and draws as many cards as "
        "that was worth. Then, even if it had none in play, it discards as many hand cards as the power, of its "
        "own choice, or all that it has.",
        "contest": "The target may sacrifice one of its cards in play, which is discarded. The sacrifice, 0 "
        "without one, is held against the power. Whoever has more draws as many cards as the difference; the "
        "other discards as many hand cards, of their own choice, or all that may go. Equal: nothing happens.",
        "haggle": "The target may sacrifice one of its cards in play, which is discarded and lowers the power by "
        "its value. For every point of power left, the target gives the attacker a hand card of its own choice, as "
        "far as it has them. If the sacrifice was worth more than the power, the attacker gives the target as many "
        "as it was worth more.",
        "demand": "The target may sacrifice one of its cards in play, which is discarded and lowers the power by "
        "its value. For every point of power left, the target gives the attacker a hand card of its own choice, as "
        "far as it has them. A sacrifice worth more than the power brings nothing.",
        "invade": "The target pays the power, card by card, from play and from hand, as it chooses. Whoever can "
        "pay has to, until the power is met or nothing is left to pay with. No change is given.",
        "outbid": "The attacker may first spend own cards in play, one by one: they are discarded and add their "
        "value to the power. Then the target pays, card by card, from play and from hand, each card at its value; "
        "all of them are discarded. It has to pay until the power is met or nothing is left, and may pay on after "
        "that. If it paid too little, the attacker draws as many cards as are missing; if too much, the target "
        "draws the excess.",
        "rob": "The attacker takes one card of the target's: either one in play, of the attacker's choice, which "
        "stays in play under the attacker's control, or a random one out of the hand into the attacker's hand. If "
        "there is a card to take, one has to be taken.",
    },
    "attack_returns": {
        True: "When the attack is over, the attack {card} return{s} to the attacker's hand.",
        False: "When the attack is over, the attack {card} {is_} discarded.",
    },
    "compulsory": {
        True: "If there is such a card, one has to be captured.",
        False: "Nobody has to capture.",
    },
    "consolation": {
        "none": "",
        "after": "After each attack by another player, the target draws a card.",
        "before": "Before the first attack, everybody draws one card for every attack that names them, their own "
        "included.",
    },
    "on_self": {
        "same": "Whoever attacks themselves is attacker and target in one, and nothing else changes.",
        "nothing": "An attack on oneself does nothing.",
        "windfall": "Whoever attacks themselves may draw as many cards as the power: all of them or none.",
        "melt": "Whoever attacks themselves has to sacrifice one of their own cards in play worth no more than the "
        "power, if there is one. It is discarded, and they draw as many cards as it and the attack {card} are "
        "worth together. Without a sacrifice nothing is drawn.",
        "draw": "Whoever attacks themselves draws as many cards as the power.",
        "cycle": "Whoever attacks themselves draws as many cards as the power, and then discards as many hand "
        "cards as really came, of their own choice.",
    },
    "hand_pays": {
        "count": "A card in play pays its value, a hand card pays 1.",
        "value": "Every card pays its value, a hand card too.",
    },
    "spoils": {
        "hand": "Hand cards go to the attacker's hand; cards in play are discarded.",
        "all": "Hand cards go to the attacker's hand; cards in play stay in play, under the attacker's control.",
    },
    "battle": {
        True: "Two players who attack each other fight one battle instead, when the first of them comes up. A "
        "third who attacks one of them still does.",
        False: "Two players who attack each other make two attacks.",
    },
    "ransom": {
        "none": "",
        "one": "After that, whatever it came to, the player attacked or beaten gives the other one hand card of "
        "their own choice.",
        "power": "A player who is attacked or beaten while having nothing in play first gives the other as many "
        "hand cards, of their own choice, as the power, or all; in a battle as the winner's own power.",
    },
    "doubling": {
        "none": "",
        "attacks": "In an attack, a value card of a suit that either of the two players owns counts double{as_}. "
        "Battles and scores know no doubling.",
        "all": "Between two players, a value card of a suit that either of them owns counts double{as_}. Scores "
        "know no doubling.",
    },
    "draws_settle": {
        True: "What is drawn after the reveal is settled too: only cards held since then can be given up.",
        False: "What is drawn after the reveal may be given up at once.",
    },
    "end_step": {
        "none": "",
        "reinforce": "All strengths of the round change together. Whoever has 0 or less is out: their cards leave "
        "the game, nobody asks or names them any more, and the order of play skips them. If the game goes on, "
        "everybody else in turn may draw a card from the deck; whoever does so then shuffles one hand card of "
        "their choice into the deck.",
        "restock": "While the deck lasts, everybody who built draws a card. Then everybody who attacked may, in "
        "turn, draw a card, and whoever does so shuffles one hand card of their choice into the deck.",
        "refresh": "While the deck lasts, everybody in turn may draw a card, and whoever does so discards one hand "
        "card of their choice.",
    },
    "last_draw": {
        True: "The game ends with the deck.",
        False: "An empty deck ends nothing; there is just no more to draw.",
    },
    "until": {
        "deck": "",
        "hands": "The game ends when nobody holds a value card after step 1.",
        "means": "The game ends when, after step 1, nobody holds a value card and nothing is in play.",
        "might": "The game ends as soon as strengths have changed and no more than one player is alive, or "
        "somebody alive has {enough} or more.",
    },
    "payoff": {
        "rank": "The highest {score} wins; equal ones share a rank.",
        "share": "There is no official winner. Ranks follow the totals, but what the result is worth to a player "
        "follows the share of all that is in play: {worth}, and 0 to everybody if nothing is in play.",
    },
}
"""By option and value."""

BATTLES: Mapping[str, str] = {
    "seize": "The winner may capture one of the loser's cards in play that is worth no more than the winner's own "
    "power. It stays in play, under the winner's control.",
    "invade": "The loser pays the difference, as in an attack.",
    "rob": "The winner takes a card of the loser's, as in an attack.",
}
"""What the winner of a battle gets, by the edition's attack."""

DOUBLED: Mapping[str, str] = {
    "seize": " as power and as the value to be captured",
    "invade": " as power and in payment",
}
"""What counts double, by the edition's attack; of others, the power."""

GAPS: Mapping[tuple[str, str | bool], tuple[str, str]] = {
    ("attack", "contest"): (
        "The draw comes before the discard.",
        "what is discarded was held at the reveal, so this order shows nothing",
    ),
    ("ransom", "one"): (
        "Whoever holds only settled cards gives none.",
        "a settled card cannot move",
    ),
    ("ransom", "power"): (
        "Settled cards are not given.",
        "a settled card cannot move",
    ),
    ("attack_returns", False): (
        "Until then it lies on the table.",
        "it has to be somewhere, and so it can be neither drawn nor given up",
    ),
}
"""Gaps that we closed in what a value means: what we say, and why."""

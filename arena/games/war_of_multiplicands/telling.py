"""The rules of a selection in words."""

from arena.game import Selection
from arena.games.war_of_multiplicands.rules import ARMY_SIZE, Setting, setting
from arena.telling import Section, Sentence, Text, Topic, section, topic

NUMBERS = ("No", "One", "Two", "Three", "Four")
"""How many packs there may be, in words."""


def tell(selection: Selection) -> Text:
    """Return the rules of a selection in words."""
    options = selection.options
    players, teams = len(selection.sides), bool(options["teams"])
    fixed = setting(players, options["armies"])
    return (
        _cards(fixed, players, teams),
        _turn(players, teams),
        section("Power", *_units(fixed, teams), *_sums()),
        _result(),
        _end(teams),
        _secrets(teams),
    )


def _cards(fixed: Setting, players: int, teams: bool) -> Section:
    """Tell what is dealt, and what becomes of it."""
    packs, cards = len(fixed.deck) // 52, ARMY_SIZE * fixed.armies
    return section(
        "The armies",
        topic("Goal", f"Be the last {'team' if teams else 'player'} with an army."),
        topic("Teams", "Seats 0 and 2 play together against seats 1 and 3." if teams else ""),
        topic(
            "Cards",
            f"{'One standard pack' if packs == 1 else f'{NUMBERS[packs]} standard packs, shuffled together'}, "
            "without jokers.",
            "A card is a unit, its rank the kind. Suits mean nothing.",
        ),
        topic(
            "Deal",
            f"Each of the {players} players is dealt {cards} cards.",
            "Seat 0 has the first of the deck, seat 1 the next, and so on. The rest, in order, is the deck, which "
            "cannot run out.",
        ),
        topic(
            "Split",
            f"Seat by seat, everybody splits their cards in secret into {fixed.armies} armies of {ARMY_SIZE}. You "
            "place them one by one, the lowest first (an ace is low), each into any of your armies that has room.",
            Sentence(
                "Empty armies are told apart.",
                "else the numbers of the armies, which are public, would betray where the lowest cards are",
            ),
            "The battles begin when all are done. An army keeps its number for the whole game.",
        ),
    )


def _turn(players: int, teams: bool) -> Section:
    """Tell who fights whom."""
    foes = "living enemy" if teams else "living player"
    return section(
        "A turn",
        topic(
            "Order",
            "Seat 0 begins, then leftwards, to the next higher seat. Who has no army is out and is skipped. When "
            "the turn passes from a higher seat to a lower one, a new round begins.",
        ),
        topic(
            "Opponent",
            "You attack the other player."
            if players == 2
            else f"You may not choose whom you attack: in round 1 it is the first {foes} to your left, in round 2 "
            "the second, and so on, round and round.",
        ),
        topic("Attack", "Choose one of your armies and one of the opponent's. You cannot pass."),
    )


def _units(fixed: Setting, teams: bool) -> tuple[Topic, ...]:
    """Tell what each unit brings in."""
    own = "of your team" if teams else "of your own"
    return (
        topic(
            "A Gaian",
            f"{fixed.gaian} for every living unit of all players, the two armies and face-down cards included.",
        ),
        topic("2 Necromancer", f"{fixed.necromancer} for every dead unit of all players."),
        topic("3 Pyromancer", "20 for every unit of the enemy army, and 10 more."),
        topic("4 Enchanter", "20 for every unit of its own army, itself included, and 10 more."),
        topic("5 Channeller", "70 for every other unit of its own army that has more than 100."),
        topic(
            "6 Veteran",
            "150 for every battle that its army has won, attacking or defending, with or without the Veteran.",
        ),
        topic("7 Warrior", "100."),
        topic("8 Lone Wolf", "310, less 50 for every unit of its own army, itself included; never below 0."),
        topic("9 Duelist", "Four fifths of the highest power of a single unit in the enemy army."),
        topic("10 Ravager", "130 when it attacks, 60 when it defends."),
        topic("J Reviver", f"{fixed.reviver} for every dead unit {own}."),
        topic("Q Crusader", "70 for every enemy unit of the ranks 2, 3, 8 and 10."),
        topic("K Corruptor", "70 for every enemy unit of the ranks 4, 5, J and Q."),
    )


def _sums() -> tuple[Topic, ...]:
    """Tell how powers are reckoned."""
    return (
        topic("When", "Living, dead and won battles are counted just before the battle."),
        topic(
            "In turn",
            "Channellers and Duelists depend on other powers, and these may depend on theirs. So let all begin at "
            "0, and reckon again until nothing rises. Nothing is ever rounded.",
        ),
    )


def _result() -> Section:
    """Tell what a battle comes to."""
    return section(
        "The battle",
        topic("Winner", "The army with the higher total wins. The other dies whole."),
        topic(
            "Casualties",
            "The winner kills units of its own army, one at a time and of its own choice. It has to kill one more "
            "as long as the power killed so far and the highest power still alive together are no more than the "
            "loser's total. Powers stay what they were in the battle. So one unit at least survives.",
        ),
        topic(
            "Card won",
            "Then the winning army gets the top card of the deck, face down. It counts from the next battle.",
        ),
        topic(
            "Equal totals",
            Sentence(
                "Both armies die. Nobody wins a battle, and no card is drawn.",
                "the rule of casualties, taken at its word, kills everybody on both sides",
            ),
        ),
    )


def _end(teams: bool) -> Section:
    """Tell when it is over."""
    who = "team" if teams else "player"
    return section(
        "The end",
        topic(
            "Last one in",
            f"When only one {who} has armies left, that {who} has won, as soon as the last battle has had its "
            "casualties and its card.",
            f"If the last battle leaves nobody, the {who}s that go out in it share the first place.",
        ),
        topic(
            "Ranks",
            "The later you go out, the better you rank; those who go out in the same battle share a rank.",
            "A team shares one rank, and goes by its member that went out last." if teams else "",
        ),
        topic("Score", "Your living units at the end."),
    )


def _secrets(teams: bool) -> Section:
    """Tell who sees what."""
    return section(
        "Who sees what",
        topic(
            "Everybody",
            "Once all have split their cards, all see how many units every army has and how many battles it has "
            "won, the dead, the round and the turn. An army turns face up when it fights, and stays so.",
        ),
        topic(
            "You alone",
            "You see all your own cards; the others see none of an army before it has fought. Of the card won, "
            "only its owner knows what it is, until the army's next battle. Nobody knows the order of the deck.",
            "Team mates see no more of each other than enemies do." if teams else "",
        ),
    )

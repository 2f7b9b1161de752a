"""The rules of a selection in words."""

from arena.game import Selection
from arena.games.battleground.rules import HAND_SIZE, HEALS, PACKS
from arena.telling import Section, Sentence, Text, section, topic

PACKS_IN_WORDS = {
    "zsa": "the ZSA pack: eight each of 0, 1 to 9, X, J, Q, K and A.",
    "standard": "two standard packs and four jokers: eight each of 2 to 9, X (the tens), J, Q, K and A, and four "
    "0 (the jokers). There is no 1.",
}
"""By the option `pack`."""


def tell(selection: Selection) -> Text:
    """Return the rules of a selection in words."""
    players, options = len(selection.sides), selection.options
    pack = str(options["pack"])
    return (
        _cards(players, pack),
        _turn(),
        _effects(),
        _replies(),
        _end(str(options["max_turns"])),
        _secrets(),
    )


def _cards(players: int, pack: str) -> Section:
    """Tell what is dealt."""
    share, rest = divmod(len(PACKS[pack]), players)
    return section(
        "The cards",
        topic("Goal", "Be the last who has a card."),
        topic("Pack", f"{len(PACKS[pack])} cards, {PACKS_IN_WORDS[pack]} Suits mean nothing."),
        topic(
            "Deal",
            f"Each of the {players} players is dealt {share} cards.",
            "They are a stack, face down: seat 0 has the first cards of the deck, in their order, seat 1 the "
            "next, and so on.",
            f"{rest} cards are left over: they are set aside, unseen, and out of the game." if rest else "",
            f"The top {HAND_SIZE} of your stack are your hand.",
        ),
    )


def _turn() -> Section:
    """Tell the course of a turn."""
    return section(
        "A turn",
        topic("Order", "Seat 0 begins. The turn passes to the left, to the next higher seat that is still in."),
        topic("1 Play", "Play one card of your hand, and name its target if it has one. You cannot pass."),
        topic("2 Replies", "The others may deny the card with Aces."),
        topic("3 Effect", "If it stands, the card does what it says below. Then it goes to the discard."),
        topic(
            "4 Pick up",
            f"Take the top card of your stack; or, if your hand is empty, {HAND_SIZE}. A stack that has fewer "
            "gives all that it has. There is no limit to a hand.",
            f"Everybody else whose hand is empty by now takes {HAND_SIZE}, too.",
        ),
        topic("5 Out", "Whoever has neither hand nor stack now is out, and leaves nothing to anybody."),
    )


def _effects() -> Section:
    """Tell what each card does."""
    heals = [
        topic(
            rank,
            f"Up to {most} cards go from the shuffled discard, unseen, under your own stack. This card is "
            "discarded only after that.",
        )
        for rank, most in HEALS.items()
    ]
    return section(
        "What the cards do",
        topic(
            "Numbers",
            "On any but 0: another player loses that many cards, unseen, to the discard: from the top of the "
            "stack, and when that is empty at random from the hand.",
        ),
        *heals,
        topic(
            "J",
            "Swap hands with another player, or name nobody and swap with none. The Jack has left your hand by "
            "then.",
            Sentence("A hand that replies have emptied can be swapped as well.", "a swap needs no card"),
        ),
        topic("Q", "Another player discards a random card of the hand."),
        topic("K", "Take a random card out of another player's hand into yours. You both know which."),
        topic("A", "Played as a turn it does nothing: a hand of Aces can move, too."),
        topic(
            "Nothing to do",
            "A card that finds nothing to take or to heal does nothing. It may be denied all the same.",
        ),
    )


def _replies() -> Section:
    """Tell how cards are denied."""
    return section(
        "Replies",
        topic(
            "Who",
            "After every card but an Ace, everybody else who holds an Ace is asked, concerned or not: leftwards "
            "from whoever played the card.",
        ),
        topic(
            "Denied",
            "The first Ace ends the questions, and new ones begin to the left of whoever played it: now everybody "
            "else may deny that Ace, the player of the card and those who have kept theirs included. And so on, "
            "until all keep their Aces.",
            "An odd number of Aces cancels the card; an even number lets it stand.",
        ),
        topic(
            "What it costs",
            "The Aces go to the discard at once, the card after its effect. A reply brings no card, beyond the "
            "refill of an empty hand at the end of the turn.",
        ),
    )


def _end(most: str) -> Section:
    """Tell when it is over."""
    return section(
        "The end",
        topic(
            "Last one in",
            "The last player with a card wins. The later you go out, the better you rank; those who go out in the "
            "same turn share a rank, even the first.",
            Sentence(
                "All are judged at the end of a turn, after every pick-up; until then a player without a card is "
                "in.",
                "so the order of play does not matter to who goes out",
            ),
        ),
        topic(
            "Cut off",
            f"After turn {most}, everybody's counted, the game is cut off. Those still in rank by the cards they "
            "have, in hand and stack, ahead of all who are out.",
        ),
        topic("Score", "The cards that you have at the end, in hand and stack."),
    )


def _secrets() -> Section:
    """Tell who sees what."""
    return section(
        "Who sees what",
        topic(
            "Everybody",
            "All see the cards played, the Aces, and how many cards are in every hand and stack and in the "
            "discard.",
        ),
        topic(
            "You alone",
            "You see your hand, and nobody looks into a stack. Cards lost face down are seen by nobody, but you "
            "see what leaves your own hand. By a Queen the victim knows the card; by a King both do; by a Jack "
            "each knows the hand that the other got.",
        ),
        topic("Aces", "Nobody sees who is asked for an Ace, or who keeps one: it would prove the Ace."),
    )

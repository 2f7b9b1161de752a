"""The rules of a selection in words: every option that matters in it, and none that does not."""

from arena.game import Selection
from arena.games.royal_dilemma.force import draws_in_step_4, has_equal_cards, is_in_force
from arena.games.royal_dilemma.phrases import NAMES, NUMBERS, OWNED, contents, counted, listed
from arena.games.royal_dilemma.rules import ENOUGH, FACES, PASSED_ON, Rules
from arena.games.royal_dilemma.words import BATTLES, DOUBLED, GAPS, WORDS
from arena.telling import Section, Sentence, Text, section, topic


def tell(selection: Selection) -> Text:
    """Return the rules of a selection in words."""
    teller = _Teller(selection)
    return teller.goal(), teller.cards(), teller.round(), teller.end(), teller.secrets()


class _Teller:
    """A selection, and what all its sections are made with."""

    def __init__(self, selection: Selection) -> None:
        rules: Rules = selection.edition.rules
        players = len(selection.sides)
        self.rules = rules
        self.players = players
        self.options = selection.options
        self.readings = selection.edition.readings
        self.colours = rules.family == "colours"
        self.might = rules.until == "might"
        self.filled = {
            "card": "cards" if rules.several else "card",
            "s": "" if rules.several else "s",
            "is_": "are" if rules.several else "is",
            "as_": DOUBLED.get(rules.attack, " as power"),
            "enough": ENOUGH,
            "score": "strength" if self.might else "total",
            "worth": "twice the share, less 1" if players == 2 else f"({players} x share - 1) / {players - 1}",
        }

    def word(self, option: str) -> Sentence:
        """Return what the option's value means here; nothing where it makes no difference."""
        if not is_in_force(self.rules, option, self.players):
            return Sentence("")
        said = WORDS[option][getattr(self.rules, option)].format_map(self.filled)
        return Sentence(said, self.readings.get(option, ""))

    def gap(self, option: str) -> Sentence:
        """Return how we closed a gap that the option's value leaves."""
        return Sentence(*GAPS.get((option, getattr(self.rules, option)), ("",)))

    def goal(self) -> Section:
        """Tell what it is all about."""
        goals = {
            "might": f"Outlast the others, or be the strongest as soon as somebody has a strength of {ENOUGH}.",
            "rank": "When the game ends, have cards in play that are worth more than anybody else's.",
            "share": "When the game ends, have as large a share as you can of what all cards in play are worth.",
        }
        return section(
            "The goal",
            topic("Goal", goals["might" if self.might else self.rules.payoff]),
            topic(
                "Seats",
                f"{NUMBERS[self.players].capitalize()} players sit at seats "
                f"{listed(map(str, range(self.players)))}.",
                "Left of a seat is the next one, and left of the last is seat 0.",
                "One seat leads the round: seat 0 the first, then the lead passes to the left. Where order "
                "matters, the lead comes first and the others follow leftwards.",
            ),
        )

    def cards(self) -> Section:
        """Tell what there is on the table."""
        rules, seats = self.rules, range(self.players)
        named = listed(f"the {NAMES[FACES[seat]]} names seat {seat}" for seat in seats)
        return section(
            "The cards",
            topic(
                "Face cards",
                f"They say whom you mean: {named}.",
                "Everybody has a red and a black one of each."
                if self.colours
                else "Everybody has those of their own "
                f"suit: {listed(f'seat {seat} owns {OWNED[seat]}' for seat in seats)}.",
                "They come back after every round, can never be lost, and are no hand cards.",
            ),
            topic("Value cards", contents(rules, self.players), self.word("courts")),
            topic(
                "Places",
                "Value cards lie in the centre deck, face down; in hands; in play, which is face up and under a "
                "player's control; or in the discard, face up. The discard never goes back into the deck.",
            ),
            topic(
                "Start",
                "Everybody has a strength of 1." if self.might else "",
                self.number("in_play", "Everybody is dealt {} into play."),
                self.number("hand", "Everybody is dealt a hand of {}."),
            ),
        )

    def number(self, option: str, said: str) -> Sentence:
        """Return a sentence on a number of cards; nothing for none."""
        count = getattr(self.rules, option)
        return Sentence(said.format(counted(count)) if count else "", self.readings.get(option, ""))

    def round(self) -> Section:
        """Tell the five steps."""
        return section(
            "A round",
            topic("1 Draw", self.word("draw")),
            topic(
                "2 Commit",
                "In secret, choose a face card, and a value card of your hand.",
                self.word("family"),
                self.word("several"),
                self.word("may_pass"),
                "Who has no value card is not asked.",
            ),
            topic("3 Reveal", "All commitments are shown together. Then all builds come before all attacks."),
            topic("4 Build", self.word("build"), self.word("bonus"), self.added_up()),
            topic("4 Attack", self.power(), self.word("attack"), *self.terms(), self.gap("attack")),
            topic("On yourself", self.word("on_self")),
            topic("Consolation", self.word("consolation")),
            topic("Attack card", self.word("attack_returns"), self.gap("attack_returns")),
            topic("Battle", self.word("battle"), *self.fight()),
            topic("Ransom", self.word("ransom"), self.gap("ransom")),
            topic("Doubling", self.word("doubling")),
            topic("Settled", *self.settled()),
            topic("5 End", "Face cards return to their owners.", self.word("end_step")),
            topic(
                "Drawing",
                "Cards are drawn one at a time, from the lead, by those who are still owed any. A short deck gives "
                "what it has.",
            ),
            topic(
                "Choices",
                "Cards are given up one at a time, and each is a choice, even when only one is left to choose. "
                "Nobody is asked who could only decline.",
            ),
        )

    def added_up(self) -> str:
        """Tell when the cards come that builds bring."""
        if self.rules.bonus == "none" or not is_in_force(self.rules, "bonus", self.players):
            return ""
        return "What all builds of the round bring is added up, and drawn when all are done."

    def power(self) -> str:
        """Tell what strikes, and when."""
        values = "the values of its cards together" if self.rules.several else "the value of its card"
        return f"Attacks come one after the other. The power of an attack is {values}."

    def terms(self) -> tuple[Sentence, ...]:
        """Tell what an attack leaves to other options."""
        return self.word("compulsory"), self.word("hand_pays"), self.word("spoils")

    def fight(self) -> tuple[Sentence | str, ...]:
        """Tell how a battle goes."""
        if not self.rules.battle:
            return ()
        return (
            "The higher power wins: the winner's card returns to their hand, the loser's is discarded.",
            BATTLES[self.rules.attack],
            "Equal powers: both cards are discarded, and that is all.",
        )

    def settled(self) -> tuple[Sentence | str, ...]:
        """Tell which cards cannot move."""
        rules = self.rules
        if rules.attack == "weaken" and rules.ransom == "none":
            return ()
        back = rules.attack_returns or rules.battle
        built = {"gift": ", and so is every card built in this round", "own": "; a card just built is not"}
        return (
            "During step 4 a card moves once. What has changed hands or control"
            f"{', or came back from an attack,' if back else ''} is settled{built.get(rules.build, '')}. "
            "No choice may move a settled card before the step is over.",
            self.word("draws_settle"),
            Sentence(
                "Of two equal cards, one of them settled, the other one moves."
                if has_equal_cards(rules, self.players)
                else "",
                "otherwise neither could be moved",
            ),
        )

    def end(self) -> Section:
        """Tell when the game is over, and what it comes to."""
        score = (
            "your strength, 0 if you are out"
            if self.might
            else "the total value of the cards in play that you control"
        )
        return section(
            "The end",
            topic("The deck", self.word("last_draw"), *self.last_card()),
            topic("Early end", self.word("until")),
            topic("Standstill", "The game ends with a round in which nobody commits a card and none is drawn."),
            topic(
                "Cut off",
                f"After round {self.options['max_rounds']} the game is cut off and ranked as it stands.",
                Sentence("A game that ends in that very round is not cut off.", "it was over anyway"),
            ),
            topic("Result", f"Your score is {score}.", self.word("payoff")),
        )

    def last_card(self) -> tuple[Sentence, ...]:
        """Tell what the last card of the deck does, by the step that takes it."""
        rules = self.rules
        if not rules.last_draw:
            return ()
        drawn = rules.draw != "none"
        finishes = self.options["end_timing"] == "finish_round"
        later = draws_in_step_4(rules, self.players) or rules.end_step != "none"
        return (
            Sentence("If step 1 takes the last card, the game is over at once." if drawn and not finishes else ""),
            Sentence(
                "If step 1 takes the last card, the round is still played to its end."
                if drawn and finishes
                else "",
                "the more there is to draw, the fewer rounds a deck lasts; so whatever has been drawn can be "
                "played",
            ),
            Sentence("If it is taken later in a round, that round is played to its end." if later else ""),
        )

    def secrets(self) -> Section:
        """Tell who sees what."""
        rules = self.rules
        passed = rules.attack in PASSED_ON or rules.ransom != "none"
        back = rules.attack_returns or rules.battle or rules.build == "strengthen"
        shuffled = rules.end_step in ("reinforce", "restock")
        return section(
            "Who sees what",
            topic(
                "Everybody",
                "All see the cards in play, the discard, how many cards are in each hand and in the deck, and from "
                "the reveal on what was committed.",
                "All see the strengths." if self.might else "",
                "A committed card that returns to a hand is known to be there." if back else "",
            ),
            topic(
                "You alone",
                "Your hand is for your eyes only, and so is your commitment until the reveal: until then committed "
                "cards count as in hand.",
                "A card that goes from hand to hand is seen by these two only." if passed else "",
                "Nobody knows the order of the deck"
                f"{'; who shuffles a card into it knows that it is there' if shuffled else ''}.",
            ),
        )

"""A game of War of Multiplicands in progress: the table, and beside it the cards that are hidden from some seat."""

from typing import Self

from msgspec.structs import replace

from arena.cards import UNKNOWN, Card, Hand, in_order, with_card, without_card
from arena.chance import Source
from arena.games.war_of_multiplicands.battle import Force, highest, powers, total
from arena.games.war_of_multiplicands.moves import PLACES, Attack, Kill, Place, attacks, kills
from arena.games.war_of_multiplicands.rules import ARMY_SIZE, NOBODY, Setting, allies, succession
from arena.games.war_of_multiplicands.table import Battle, Table, opening, put, put_in
from arena.games.war_of_multiplicands.view import WarView
from arena.state import Outcome, State

FACE_DOWN = (UNKNOWN,) * ARMY_SIZE


class War(State):
    """A position.

    `_hands` and `_armies` are by seat, the armies in full and in card order; `_deck` is what is left of it, top
    first. `_room` has bit i set while army i of the seat that places its cards has room.
    """

    __slots__ = ("_armies", "_deck", "_hands", "_room", "_setting", "_table")

    _setting: Setting
    _table: Table
    _hands: list[Hand]
    _armies: list[tuple[Hand, ...]]
    _deck: tuple[Card, ...]
    _room: int

    def __init__(self, setting: Setting, sides: tuple[int, ...], source: Source) -> None:
        """Deal a new game."""
        super().__init__(sides, source)
        deck = self._deal(setting.deck)
        players, share = len(sides), ARMY_SIZE * setting.armies
        self._setting = setting
        self._table = opening(setting, players)
        self._hands = [in_order(deck[share * seat : share * (seat + 1)]) for seat in range(players)]
        self._armies = [((),) * setting.armies] * players
        self._deck = deck[share * players :]
        self._ask_placement(0)

    @classmethod
    def resume(
        cls,
        setting: Setting,
        sides: tuple[int, ...],
        source: Source,
        table: Table,
        hands: list[Hand],
        armies: list[tuple[Hand, ...]],
        deck: tuple[Card, ...],
    ) -> Self:
        """Return a game that goes on from a position, without a history."""
        state = cls.__new__(cls)
        State.__init__(state, sides, source)
        state._setting = setting
        state._table = table
        state._hands = hands
        state._armies = armies
        state._deck = deck
        state._room = 0
        if table.battle:
            state._claim(table.battle)
        elif table.turn == NOBODY:
            state._end()
        elif table.round:
            state._ask_attack()
        else:
            state._ask_placement(table.turn)
        return state

    def outcome(self) -> Outcome:
        """Return the living units of each seat as scores; the later a side went out, the better it ranks.

        Sides that are still alive share the first place.
        """
        never = self._table.battles + 1
        out = [battle or never for battle in self._table.out]
        fates = [max([out[ally] for ally in allies(self.sides, seat)]) for seat in range(len(out))]
        return Outcome(
            tuple([1 + sum([other > fate for other in fates]) for fate in fates]),
            tuple([len(hand) + sum(map(len, mine)) for hand, mine in zip(self._hands, self._armies, strict=True)]),
        )

    def view(self, seat: int) -> WarView:
        """Return the seat's own cards and the table."""
        return WarView(seat, self._news(seat), self._hands[seat], self._armies[seat], self._table)

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = self._copy()
        twin._setting = self._setting
        twin._table = self._table
        twin._hands = self._hands[:]
        twin._armies = self._armies[:]
        twin._deck = self._deck
        twin._room = self._room
        return twin

    def _play(self, move: Place | Attack | Kill) -> None:
        if type(move) is Place:
            self._place(move.card, move.army)
        elif type(move) is Kill:
            self._kill(move.card)
        elif type(move) is Attack:
            self._attack(move.army, move.target)

    # Placing the cards: the lowest first, so every army stays in card order.

    def _place(self, card: Card, army: int) -> None:
        seat = self._player
        armies = list(self._armies[seat])
        armies[army] = units = (*armies[army], card)
        self._armies[seat] = tuple(armies)
        self._hands[seat] = hand = self._hands[seat][1:]
        if len(units) == ARMY_SIZE:
            self._room ^= 1 << army
        if hand:
            self._moves = PLACES[hand[0].order][self._room]
        elif seat + 1 < len(self.sides):
            self._table = replace(self._table, turn=seat + 1)
            self._ask_placement(seat + 1)
        else:
            everyone = ((FACE_DOWN,) * self._setting.armies,) * len(self.sides)
            self._table = replace(self._table, armies=everyone)
            self._end_turn()

    def _ask_placement(self, seat: int) -> None:
        self._room = sum([1 << army for army, units in enumerate(self._armies[seat]) if len(units) < ARMY_SIZE])
        self._ask(seat, PLACES[self._hands[seat][0].order][self._room])

    # A turn: the battle, its casualties, the card won.

    def _ask_attack(self) -> None:
        turn, opponent = self._table.turn, self._table.opponent
        self._ask(turn, attacks(tuple(map(bool, self._armies[turn])), tuple(map(bool, self._armies[opponent]))))

    def _attack(self, army: int, target: int) -> None:
        table = self._table
        dead = sum(map(len, table.dead))
        living = len(self._setting.deck) - table.deck - dead
        attacker, defender = self._force(table.turn, army), self._force(table.opponent, target)
        gain, loss = powers(self._setting, attacker, defender, living, dead)
        mine, theirs = total(attacker.units, gain), total(defender.units, loss)
        self._table = replace(table, battles=table.battles + 1)
        if mine <= theirs:
            self._bury(table.turn, army)
        if theirs <= mine:
            self._bury(table.opponent, target)
        if mine > theirs:
            self._win(Battle(table.turn, army, gain, theirs))
        elif theirs > mine:
            self._win(Battle(table.opponent, target, loss, mine))
        else:
            self._end_turn()

    def _force(self, seat: int, army: int) -> Force:
        table = self._table
        dead = 0
        for ally in allies(self.sides, seat):
            dead += len(table.dead[ally])
        return Force(self._armies[seat][army], table.wins[seat][army], dead)

    def _bury(self, seat: int, army: int) -> None:
        """Move a whole army to the dead."""
        table = self._table
        units = self._armies[seat][army]
        self._armies[seat] = rest = put(self._armies[seat], army, ())
        self._table = replace(
            table,
            armies=put_in(table.armies, seat, army, ()),
            dead=put(table.dead, seat, table.dead[seat] + units),
            out=table.out if any(rest) else put(table.out, seat, table.battles),
        )

    def _win(self, battle: Battle) -> None:
        """Turn the winning army face up, count its win and claim its casualties."""
        table = self._table
        seat, army = battle.seat, battle.army
        self._table = replace(
            table,
            armies=put_in(table.armies, seat, army, self._armies[seat][army]),
            wins=put_in(table.wins, seat, army, table.wins[seat][army] + 1),
            battle=battle,
        )
        self._claim(battle)

    def _claim(self, battle: Battle) -> None:
        """Ask for a unit to kill while none alive has more power than is due; then draw the card won."""
        units = self._armies[battle.seat][battle.army]
        if highest(units, battle.powers) <= battle.due:
            self._ask(battle.seat, kills(units))
        else:
            self._gain(battle.seat, battle.army)
            self._end_turn()

    def _kill(self, card: Card) -> None:
        table = self._table
        battle: Battle = table.battle  # type: ignore[assignment] # nobody is asked to kill outside of one
        seat, army, powers = battle.seat, battle.army, battle.powers
        units = without_card(self._armies[seat][army], card)
        left = Battle(seat, army, powers, battle.due - powers[card.order])
        self._armies[seat] = put(self._armies[seat], army, units)
        self._table = replace(
            table,
            armies=put_in(table.armies, seat, army, units),
            dead=put(table.dead, seat, (*table.dead[seat], card)),
            battle=left,
        )
        self._claim(left)

    def _gain(self, seat: int, army: int) -> None:
        """Add the top card of the deck to an army, face down."""
        table = self._table
        units = self._armies[seat][army]
        self._armies[seat] = put(self._armies[seat], army, with_card(units, self._deck[0]))
        self._deck = self._deck[1:]
        armies = put_in(table.armies, seat, army, (*units, UNKNOWN))
        self._table = replace(table, armies=armies, deck=table.deck - 1)

    def _end_turn(self) -> None:
        """Pass the turn on, or end the game."""
        table = self._table
        out = tuple(map(bool, table.out))
        round_, turn, opponent = succession(self.sides, out, table.turn, table.round)
        self._table = replace(table, round=round_, turn=turn, opponent=opponent, battle=None)
        if turn == NOBODY:
            self._end()
        else:
            self._ask_attack()

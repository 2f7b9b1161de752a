"""War of Multiplicands by its rules page. Battle powers are fractions, so nothing is ever rounded."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from .asks import Asking, Chance, Decide, competition_ranks, to_the_left

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
UNITS = 5  # of a new army


@dataclass
class Army:
    owner: int
    number: int
    units: list[str]
    wins: int = 0


@dataclass(frozen=True)
class Circumstances:
    """What a unit's power depends on beside the two armies; `dead` is of all players, `dead_own` of its side."""

    gaian: int
    necromancer: int
    reviver: int
    living: int
    dead: int
    dead_own: int
    wins: int
    attacking: bool


def coefficients(players: int, armies: int) -> list[int]:
    """Those of Gaian, Necromancer and Reviver."""
    factor = Fraction(2, players) * (Fraction(2, 3) if armies == 6 else 1)
    return [floor(base * factor + Fraction(1, 2)) for base in (4, 7, 15)]


def unit_power(
    unit: int,
    army: list[str],
    powers: list[Fraction],
    enemies: list[str],
    enemy_powers: list[Fraction],
    now: Circumstances,
) -> Fraction:
    """One unit's power, by the powers that the others are so far known to have."""
    match army[unit]:
        case "A":
            return Fraction(now.gaian * now.living)
        case "2":
            return Fraction(now.necromancer * now.dead)
        case "3":
            return Fraction(20 * len(enemies) + 10)
        case "4":
            return Fraction(20 * len(army) + 10)
        case "5":
            return Fraction(70 * sum(power > 100 for friend, power in enumerate(powers) if friend != unit))
        case "6":
            return Fraction(150 * now.wins)
        case "7":
            return Fraction(100)
        case "8":
            return Fraction(max(0, 310 - 50 * len(army)))
        case "9":
            return Fraction(4, 5) * max(enemy_powers)
        case "10":
            return Fraction(130 if now.attacking else 60)
        case "J":
            return Fraction(now.reviver * now.dead_own)
        case "Q":
            return Fraction(70 * sum(enemy in ("2", "3", "8", "10") for enemy in enemies))
        case "K":
            return Fraction(70 * sum(enemy in ("4", "5", "J", "Q") for enemy in enemies))
    raise AssertionError(army[unit])


def battle_powers(
    one: list[str], one_now: Circumstances, two: list[str], two_now: Circumstances
) -> tuple[list[Fraction], list[Fraction]]:
    """The least fixed point: everybody starts at 0, and all are evaluated again until nothing changes."""
    powers = [Fraction(0)] * len(one), [Fraction(0)] * len(two)
    while True:
        again = (
            [unit_power(unit, one, powers[0], two, powers[1], one_now) for unit in range(len(one))],
            [unit_power(unit, two, powers[1], one, powers[0], two_now) for unit in range(len(two))],
        )
        if again == powers:
            return powers
        powers = again


class WarOfMultiplicands:
    def __init__(self, options: dict[str, Any], edition: None = None):
        self.players = options["players"]
        self.armies_each = options["armies"]
        seats = range(self.players)
        self.sides = [seat % 2 for seat in seats] if options["teams"] else list(seats)
        self.coefficients = coefficients(self.players, self.armies_each)
        self.dealt = self.armies_each * UNITS
        packs = 1
        while 52 * packs < (self.dealt + self.armies_each) * self.players - 1:
            packs += 1
        self.pack = RANKS * 4 * packs
        self.unplaced: list[list[str]] = [[] for _ in seats]
        self.armies: list[Army] = []  # the living ones of all players
        self.dead = [0] * self.players
        self.battle_out: list[int | None] = [None] * self.players

    def play(self) -> Asking[str]:
        deck = yield Chance("deck", self.pack, len(self.pack))
        for seat in range(self.players):
            self.unplaced[seat] = sorted(deck[seat * self.dealt : (seat + 1) * self.dealt], key=RANKS.index)
        self.deck = deck[self.players * self.dealt :]
        for seat in range(self.players):
            yield from self.set_up(seat)

        seat, round_number, battle_number = 0, 1, 0
        while True:
            battle_number += 1
            yield from self.turn(seat, round_number)
            for other in range(self.players):
                if self.battle_out[other] is None and not self.armies_of(other):
                    self.battle_out[other] = battle_number
            if len({self.sides[other] for other in self.living()}) <= 1:
                return "normal"
            following = next(other for other in to_the_left(seat, self.players) if other in self.living())
            if following < seat:
                round_number += 1
            seat = following

    def set_up(self, seat: int) -> Asking[None]:
        armies = [Army(seat, number, []) for number in range(1, self.armies_each + 1)]
        self.armies += armies
        while self.unplaced[seat]:
            unit = self.unplaced[seat][0]
            room = [army.number for army in armies if len(army.units) < UNITS]
            move = yield Decide(seat, [f"place {unit} {number}" for number in room])
            self.unplaced[seat].pop(0)
            armies[int(move.split()[2]) - 1].units.append(unit)

    def turn(self, seat: int, round_number: int) -> Asking[None]:
        opponents = [
            other
            for other in to_the_left(seat, self.players)
            if other in self.living() and self.sides[other] != self.sides[seat]
        ]
        opponent = opponents[(round_number - 1) % len(opponents)]
        battles = {
            f"attack {own.number} {enemy.number}": (own, enemy)
            for own in self.armies_of(seat)
            for enemy in self.armies_of(opponent)
        }
        move = yield Decide(seat, list(battles))
        yield from self.battle(*battles[move])

    def battle(self, attacker: Army, defender: Army) -> Asking[None]:
        powers, enemy_powers = battle_powers(
            attacker.units, self.circumstances(attacker, True), defender.units, self.circumstances(defender, False)
        )
        if sum(powers) == sum(enemy_powers):
            self.destroy(attacker)
            self.destroy(defender)
        elif sum(powers) > sum(enemy_powers):
            yield from self.victory(attacker, powers, defender, sum(enemy_powers))
        else:
            yield from self.victory(defender, enemy_powers, attacker, sum(powers))

    def victory(
        self, winner: Army, powers: list[Fraction], loser: Army, losing_total: Fraction | int
    ) -> Asking[None]:
        self.destroy(loser)
        yield from self.casualties(winner, powers, losing_total)
        winner.wins += 1
        winner.units.append(self.deck.pop(0))

    def casualties(self, winner: Army, powers: list[Fraction], losing_total: Fraction | int) -> Asking[None]:
        alive = list(zip(winner.units, powers, strict=True))
        killed = Fraction(0)
        while killed + max(power for _, power in alive) <= losing_total:
            ranks = sorted(set(winner.units), key=RANKS.index)
            move = yield Decide(winner.owner, [f"kill {rank}" for rank in ranks])
            victim = next(unit for unit in alive if unit[0] == move.split()[1])
            alive.remove(victim)
            killed += victim[1]
            winner.units.remove(victim[0])
            self.dead[winner.owner] += 1

    def destroy(self, army: Army) -> None:
        self.dead[army.owner] += len(army.units)
        self.armies.remove(army)

    def circumstances(self, army: Army, attacking: bool) -> Circumstances:
        side = self.sides[army.owner]
        gaian, necromancer, reviver = self.coefficients
        return Circumstances(
            gaian=gaian,
            necromancer=necromancer,
            reviver=reviver,
            living=sum(len(other.units) for other in self.armies),
            dead=sum(self.dead),
            dead_own=sum(dead for seat, dead in enumerate(self.dead) if self.sides[seat] == side),
            wins=army.wins,
            attacking=attacking,
        )

    def armies_of(self, seat: int) -> list[Army]:
        return [army for army in self.armies if army.owner == seat]

    def living(self) -> list[int]:
        return [seat for seat in range(self.players) if self.armies_of(seat)]

    def scores(self) -> list[int]:
        units = Counter({seat: len(cards) for seat, cards in enumerate(self.unplaced)})
        for army in self.armies:
            units[army.owner] += len(army.units)
        return [units[seat] for seat in range(self.players)]

    def ranks(self) -> list[int]:
        last_breath = [float("inf") if out is None else out for out in self.battle_out]
        return competition_ranks(
            [
                max(breath for mate, breath in enumerate(last_breath) if self.sides[mate] == side)
                for side in self.sides
            ]
        )

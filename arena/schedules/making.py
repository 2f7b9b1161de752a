"""From the format that a tournament's file states to the schedule that carries it out."""

from arena.formats import Comparison, Gauntlet, Race, RoundRobin, Swiss
from arena.schedules import Schedule
from arena.schedules.comparison import ComparisonSchedule
from arena.schedules.gauntlet import GauntletSchedule
from arena.schedules.race import RaceSchedule
from arena.schedules.round_robin import RoundRobinSchedule
from arena.schedules.swiss import SwissSchedule
from arena.series import Competition


def schedule_of(competition: Competition) -> Schedule:
    """Return the schedule of a competition, before its first round."""
    match competition.entry.schedule:
        case RoundRobin() as form:
            return RoundRobinSchedule(competition, form)
        case Gauntlet() as form:
            return GauntletSchedule(competition, form)
        case Swiss() as form:
            return SwissSchedule(competition, form)
        case Race() as form:
            return RaceSchedule(competition, form)
        case Comparison() as form:
            return ComparisonSchedule(competition, form)

"""What is left to do in a round, as data: a state's agenda is a tuple of these tasks, the next one first.

A task does its work at once or asks its seat a question, whose answer goes back to it. It holds the cards that lie
on the table meanwhile (a committed card is in nobody's hand and not in play). Tasks are frozen, so states, their
clones and views share them, and the same question can be asked anew from the position and the agenda alone.
"""

from arena.games.royal_dilemma.tasks.captures import Capture, Rob, Weaken
from arena.games.royal_dilemma.tasks.course import Choose, Close, Drop, Home, More, Reveal
from arena.games.royal_dilemma.tasks.draws import Cycle, Draw, Refresh, Return, Windfall
from arena.games.royal_dilemma.tasks.losses import Discard, Melt, Sacrifice, Uproot
from arena.games.royal_dilemma.tasks.payments import Give, Match, Pay, Ransom, Spend

__all__ = [
    "AnyTask",
    "Capture",
    "Choose",
    "Close",
    "Cycle",
    "Discard",
    "Draw",
    "Drop",
    "Give",
    "Home",
    "Match",
    "Melt",
    "More",
    "Pay",
    "Ransom",
    "Refresh",
    "Return",
    "Reveal",
    "Rob",
    "Sacrifice",
    "Spend",
    "Tasks",
    "Uproot",
    "Weaken",
    "Windfall",
]

AnyTask = (
    Capture
    | Choose
    | Close
    | Cycle
    | Discard
    | Draw
    | Drop
    | Give
    | Home
    | Match
    | Melt
    | More
    | Pay
    | Ransom
    | Refresh
    | Return
    | Reveal
    | Rob
    | Sacrifice
    | Spend
    | Uproot
    | Weaken
    | Windfall
)

Tasks = tuple[AnyTask, ...]

"""One way down: no module imports from a layer above its own, and no imports run in a circle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("arena", "bots")

LAYERS = (
    ("arena", "arena.errors", "arena.printing"),
    ("arena.cards", "arena.moves", "arena.telling"),
    ("arena.chance", "arena.record", "arena.containment"),
    ("arena.state",),
    ("arena.game", "arena.bot", "arena.fields"),
    (
        "arena.editions",
        "arena.claims",
        "arena.own_editions",
        "arena.surveying",
        "arena.match",
        "arena.replay",
        "arena.hookspecs",
        "arena.channel",
        "arena.database",
    ),
    ("arena.games",),
    ("bots",),
    ("arena.plugins",),
    ("arena.players",),
    ("arena.formats", "arena.ratings"),
    ("arena.config", "arena.discipline"),
    ("arena.series",),
    ("arena.schedules", "arena.executors"),
    ("arena.field", "arena.store", "arena.course"),
    ("arena.trial", "arena.verification"),
    ("arena.checking",),
    ("arena.reports",),
    ("arena.tournament", "arena.authoring", "arena.testing"),
    ("arena.cli", "arena.__main__"),
)
"""From the bottom up. A package stands for all of its modules."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}


def imports_of(path: Path) -> set[str]:
    """Return the modules of ours that a file imports anywhere, those for type checking only left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path}: import by the full name"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name for name in inner if name in MODULES} or {node.module}
    return {name for name in found if name in MODULES}


def layer_of(module: str) -> int:
    """Return the number of a module's layer: the one that names it or the nearest package above it."""
    while True:
        for number, layer in enumerate(LAYERS):
            if module in layer:
                return number
        assert "." in module, f"{module} stands in no layer; give it one"
        module = module.rpartition(".")[0]
        assert module != "arena", "give every module right under arena a layer"


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_down(module):
    up = {name for name in imports_of(MODULES[module]) if layer_of(name) > layer_of(module)}
    assert not up, f"{module} imports from above: {', '.join(sorted(up))}"


def test_imports_run_in_no_circle():
    graph = {module: imports_of(path) - {"arena", module} for module, path in MODULES.items()}
    assert list(TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith("arena.games")])
def test_games_do_no_input_or_output_and_read_no_clock(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    names = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    names |= {(node.module or "").partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not names & {
        "os",
        "io",
        "time",
        "datetime",
        "pathlib",
        "socket",
        "sys",
        "subprocess",
        "secrets",
        "logging",
    }
    calls = {
        node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "hash", "id", "eval", "exec"}

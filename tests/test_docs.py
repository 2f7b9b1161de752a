"""README and docs are true: every command, option, hook, key, name and link that they show exists."""

import ast
import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path

import click
import msgspec
import pytest

import arena
from arena import config, hookspecs
from arena.cli import arena as group
from arena.games import GAMES
from arena.record import FAULT_KINDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in PAGES}

each_page = pytest.mark.parametrize("page", TEXTS)


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXTS[page], re.MULTILINE | re.DOTALL)


def epilogs(command: click.Command) -> list[str]:
    """Return the examples of a command and of all that are under it."""
    under = []
    if isinstance(command, click.Group):
        context = click.Context(command)
        under = [command.get_command(context, name) for name in command.list_commands(context)]
    return [command.epilog or "", *(text for each in under for text in epilogs(each))]


def shown_commands() -> list[str]:
    found = set()
    for text in [*TEXTS.values(), *epilogs(group)]:
        found.update(re.findall(r"`(arena [a-z][^`…]*)`", text))
        found.update(
            re.findall(r"(?:^|&& )[$ ]*(?:\.venv/bin/)?(arena [a-z][^#\n|>]*?)(?:  .*)?$", text, re.MULTILINE)
        )
    return sorted(found)


@pytest.mark.parametrize("line", shown_commands())
def test_every_command_shown_is_one(line):
    _, *words = shlex.split(line.partition("#")[0])
    context, command = click.Context(group, **group.context_settings), group
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, *words = words
        command = command.get_command(context, name)
        assert command is not None, f"there is no command {name} under {context.command_path}"
        context = click.Context(command, info_name=name, parent=context)
    if words and "--help" not in words:
        command.parse_args(context, words)


def test_commands_are_shown_at_all():
    assert len(shown_commands()) > 15


@each_page
def test_every_example_in_python_compiles_and_imports_what_is_there(page):
    for code in blocks(page, "python"):
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "arena":
                module = import_module(node.module or "")
                assert all(hasattr(module, alias.name) for alias in node.names)


@each_page
def test_every_tournament_shown_is_accepted(page):
    for text in blocks(page, "toml"):
        raw = tomllib.loads(text)
        if "games" in raw:
            assert config.build({"name": "x", **raw}, page)


@each_page
def test_every_hook_shown_exists_and_is_shown_somewhere(page):
    hooks = {name for name in vars(hookspecs) if name.startswith("arena_")}
    shown = set(re.findall(r"`(arena_\w+)`|def (arena_\w+)", TEXTS[page]))
    assert {one or other for one, other in shown} <= hooks | {"arena_duck"}
    assert all(f"`{hook}`" in TEXTS["docs/plugins.md"] for hook in hooks)


@each_page
def test_every_link_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", TEXTS[page]):
        assert (ROOT / page).parent.joinpath(target).exists(), target


@each_page
def test_every_module_named_exists(page):
    for name in re.findall(r"`(arena/[\w/]+\.py|bots/\w+\.py|tests/[\w/]+\.py)`", TEXTS[page]):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_field_of_a_view_is_on_its_games_page(game):
    text = TEXTS[f"docs/games/{game.name}.md"]
    assert all(f"`{field.name}`" in text for field in msgspec.structs.fields(game.view))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_and_edition_is_on_its_games_page(game):
    text = TEXTS[f"docs/games/{game.name}.md"]
    for edition in game.editions:
        assert edition.slug is None or f"`{edition.slug}`" in text
        assert all(f"`{option.name}`" in text for option in edition.options)


def test_the_kinds_of_fault_are_all_told():
    assert all(f"`{kind}`" in TEXTS["docs/record.md"] for kind in FAULT_KINDS)


def test_the_public_names_are_there():
    assert set(arena.__all__) == {name for names in arena._HOMES.values() for name in names}
    assert all(getattr(arena, name) is not None for name in arena.__all__)


def test_ci_runs_the_command_of_the_readme():
    command = next(
        line for line in TEXTS["README.md"].splitlines() if line.startswith("python3") and "pytest" in line
    )
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")

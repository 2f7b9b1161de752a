"""What importing Arena costs: CPU seconds and memory over a bare Python, medians of interleaved runs.

.venv/bin/python tests/bench/startup.py
"""

import statistics
import subprocess
import sys

PROBE = """
import resource
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""
HELP = """
import sys
from arena.cli import arena
sys.argv = ["arena", "--help"]
arena(standalone_mode=False)
"""
CASES = {
    "bare Python": "",
    "import arena": "import arena",
    "import arena, every public name": "import arena; [getattr(arena, name) for name in arena.__all__]",
    "arena --help": HELP,
}


def cost(code: str) -> tuple[float, float]:
    """Return the CPU seconds and megabytes of a Python that runs the code."""
    run = subprocess.run([sys.executable, "-c", f"{code}\n{PROBE}"], capture_output=True, text=True, check=True)
    seconds, megabytes = run.stdout.splitlines()[-1].split()
    return float(seconds), float(megabytes)


def main() -> None:
    """Measure and print."""
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in CASES}
    for _ in range(15):
        for name, code in CASES.items():
            runs[name].append(cost(code))
    bare = statistics.median(seconds for seconds, _ in runs["bare Python"])
    for name, costs in runs.items():
        seconds = statistics.median(cpu for cpu, _ in costs)
        megabytes = statistics.median(size for _, size in costs)
        print(f"{name:32} {seconds:.3f} CPU-s, {seconds - bare:+.3f} over bare, {megabytes:.0f} MB")


if __name__ == "__main__":
    main()

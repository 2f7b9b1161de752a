"""Every number of the rating oracles that our ratings should give: expected and got.

    python -m tests.outside.oracles [PATH-TO-PUBLISHED]

Left out are references, numbers of other models or other programs' own: Plackett-Luce, Davidson and Davidson-Luce
fits, alpha-rank and Nash averaging, Ordo's and arena-rank's figures, the Bayesian model of the sequential test.
"""

import sys
from pathlib import Path

from tests.outside import oracles_golden, oracles_published, oracles_sequential
from tests.ratings.cases import GOLDEN, PUBLISHED, load


def main(published: Path) -> int:
    """Print all numbers and return how many are wrong."""
    wrong = total = 0
    sources = (
        (GOLDEN, oracles_golden.CASES),
        (published, oracles_published.CASES),
        (published, oracles_sequential.CASES),
    )
    for path, numbers in sources:
        if not path.exists():
            print(f"{path} is not there")
            continue
        cases = load(path)
        for case, of in numbers.items():
            for one in of(cases[case]):
                total, wrong = total + 1, wrong + (not one.right)
                figures = f"{one.expected:14.6f} {one.got:14.6f} {one.tolerance:10.2g}"
                print(f"{case[:28]:28} {one.name[:44]:44} {figures} {'ok' if one.right else 'WRONG'}")
    print(f"{total} numbers, {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, main(Path(sys.argv[1]) if sys.argv[1:] else PUBLISHED)))

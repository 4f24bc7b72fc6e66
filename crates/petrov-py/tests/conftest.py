"""What several test modules use."""

from pathlib import Path

import pytest

import petrov

SHIPPED = Path(__file__).resolve().parents[3] / "tables" / "russian"


@pytest.fixture(scope="session")
def shipped() -> Path:
    """The folder of the Russian tables that the repository has: all of up to four pieces, some of five."""
    assert SHIPPED.is_dir()
    return SHIPPED


@pytest.fixture(scope="session")
def tables(shipped: Path) -> petrov.Tables:
    return petrov.Tables(shipped)

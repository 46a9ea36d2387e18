"""The errors."""

from __future__ import annotations

import pathlib
import pickle
import re

import pytest
from conftest import ROOT
from messages import add, increment

import adit

HEADER = (ROOT / "include/adit.h").read_text()
CODES = {name: int(number) for name, number in re.findall(r"ADIT_(E\w+) = (-\d+)", HEADER)}


def test_each_code_of_the_header_has_a_class_of_its_own() -> None:
    assert {code.name: code.value for code in adit.Code} == CODES
    classes = {type(adit.errors.error_of(number, "")) for number in CODES.values()}
    assert len(classes) == len(CODES)
    assert all(issubclass(each, adit.CallError) and each is not adit.CallError for each in classes)


@pytest.mark.parametrize("name", CODES)
def test_an_error_message_becomes_the_error_of_its_code(name: str) -> None:
    error = adit.errors.error_of_message({"code": name.lower(), "message": "why", "path": "todo.request.add"})
    assert isinstance(error, adit.CallError)
    assert (error.code, error.name, error.text, error.path) == (CODES[name], name, "why", "todo.request.add")
    assert str(error) == f"{name}: why"


def test_a_code_of_a_newer_library_is_an_error_without_a_class() -> None:
    error = adit.errors.error_of(-99, "new")
    assert isinstance(error, adit.CallError)
    assert (type(error), error.code, error.name) == (adit.CallError, -99, "E99")


def test_the_code_of_a_crash_is_an_error_of_its_own() -> None:
    error = adit.errors.error_of(-23, "it has ended")
    assert (type(error), error.text) == (adit.CrashedError, "it has ended")


def test_an_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(adit.errors.error_of(-8, "no JSON", 3)))
    assert (type(error), error.code, error.offset, str(error)) == (
        adit.InvalidJsonError,
        adit.Code.EJSON,
        3,
        "EJSON at byte 3: no JSON",
    )


def test_a_timeout_is_one_of_python() -> None:
    assert issubclass(adit.TimedOutError, TimeoutError)


def test_a_full_queue_is_refused(library: adit.Library) -> None:
    with library.open("counter", {"limits": {"queue": 1}}) as core:
        core.send(increment(1))
        with pytest.raises(adit.FullError):
            core.send(increment(1))


def test_a_message_beyond_a_limit_is_refused(library: adit.Library) -> None:
    with library.open("todo", {"limits": {"message": 100}}) as core, pytest.raises(adit.SizeError):
        core.send(add("x" * 100))


def test_a_closing_core_refuses_messages(library: adit.Library) -> None:
    with library.open("counter") as core:
        core.send({"@close": {}})
        assert core.receive_all() == [{"@closed": {}}]
        with pytest.raises(adit.ClosedError):
            core.send(increment(1))
        with pytest.raises(adit.ClosedError):
            core.receive()


def test_a_damaged_store_is_refused(library: adit.Library, tmp_path: pathlib.Path) -> None:
    (tmp_path / "list").write_text("no store")
    with pytest.raises(adit.SchemaError):
        library.open("todo", {"store": {"path": str(tmp_path / "list")}})
    with pytest.raises(adit.StoreError):
        library.open("todo", {"store": {"path": str(tmp_path / "nowhere" / "list")}})

"""JSON Patch: the examples of RFC 6902, appendix A, and what cannot be applied."""

from __future__ import annotations

from typing import Any

import pytest

from adit._patch import PatchError, apply

WORKS: list[tuple[str, Any, list[dict[str, Any]], Any]] = [
    ("A1 add a member", {"foo": "bar"}, [{"op": "add", "path": "/baz", "value": 1}], {"baz": 1, "foo": "bar"}),
    ("A2 add an element", {"a": [1, 3]}, [{"op": "add", "path": "/a/1", "value": 2}], {"a": [1, 2, 3]}),
    ("A3 remove a member", {"a": 1, "b": 2}, [{"op": "remove", "path": "/a"}], {"b": 2}),
    ("A4 remove an element", {"a": [1, 2, 3]}, [{"op": "remove", "path": "/a/1"}], {"a": [1, 3]}),
    ("A5 replace", {"a": 1}, [{"op": "replace", "path": "/a", "value": 2}], {"a": 2}),
    (
        "A6 move a value",
        {"a": {"b": 1}, "c": {}},
        [{"op": "move", "from": "/a/b", "path": "/c/d"}],
        {"a": {}, "c": {"d": 1}},
    ),
    ("A7 move an element", [0, 1, 2, 3], [{"op": "move", "from": "/1", "path": "/3"}], [0, 2, 3, 1]),
    ("A8 test", {"a": ["b"]}, [{"op": "test", "path": "/a/0", "value": "b"}], {"a": ["b"]}),
    ("A10 add a nested object", {}, [{"op": "add", "path": "/a", "value": {"b": 1}}], {"a": {"b": 1}}),
    ("A14 escapes", {"/": 9, "~1": 10}, [{"op": "replace", "path": "/~01", "value": 11}], {"/": 9, "~1": 11}),
    ("A16 append", [1], [{"op": "add", "path": "/-", "value": [2]}], [1, [2]]),
    (
        "copy",
        {"a": [1]},
        [{"op": "copy", "from": "/a", "path": "/b"}, {"op": "add", "path": "/b/0", "value": 0}],
        {"a": [1], "b": [0, 1]},
    ),
    (
        "the whole",
        {"a": 1},
        [{"op": "replace", "path": "", "value": [1]}, {"op": "add", "path": "/0", "value": 0}],
        [0, 1],
    ),
    ("an empty key", {"": 1}, [{"op": "remove", "path": "/"}], {}),
    ("keys by their characters", {"é": 1}, [{"op": "add", "path": "/e\u0301", "value": 2}], {"é": 1, "e\u0301": 2}),
]

FAILS: list[tuple[str, Any, dict[str, Any]]] = [
    ("A9 a test that fails", {"a": 1}, {"op": "test", "path": "/a", "value": 2}),
    ("A12 add to nothing", {}, {"op": "add", "path": "/a/b", "value": 1}),
    ("remove a missing member", {}, {"op": "remove", "path": "/a"}),
    ("replace a missing member", {}, {"op": "replace", "path": "/a", "value": 1}),
    ("add behind the end", [], {"op": "add", "path": "/1", "value": 1}),
    ("remove at the end", [1], {"op": "remove", "path": "/1"}),
    ("remove at -", [1], {"op": "remove", "path": "/-"}),
    ("a leading zero", [1, 2], {"op": "remove", "path": "/01"}),
    ("a negative position", [1, 2], {"op": "remove", "path": "/-1"}),
    ("into a number", {"a": 1}, {"op": "add", "path": "/a/0", "value": 1}),
    ("an unknown operation", {"a": 1}, {"op": "spin", "path": "/a"}),
    ("no value", {"a": 1}, {"op": "add", "path": "/a"}),
]


@pytest.mark.parametrize(("document", "operations", "result"), [case[1:] for case in WORKS], ids=[c[0] for c in WORKS])
def test_operations_are_applied(document: Any, operations: list[dict[str, Any]], result: Any) -> None:
    assert apply(operations, document) == result


@pytest.mark.parametrize(("document", "operation"), [case[1:] for case in FAILS], ids=[case[0] for case in FAILS])
def test_an_operation_that_cannot_be_applied_is_an_error(document: Any, operation: dict[str, Any]) -> None:
    with pytest.raises(PatchError, match=str(operation["op"])):
        apply([operation], document)

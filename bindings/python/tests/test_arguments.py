"""wrong-argument: an error says what was found, and what is expected."""

from __future__ import annotations

from typing import Any, Callable

import pytest

import adit


@pytest.mark.parametrize("path", [None, 5, ["x"]])
def test_a_path_is_a_text(path: Any) -> None:
    with pytest.raises(TypeError, match=r"found .* as the path of a library; a str or an os\.PathLike is expected"):
        adit.Library(path)


@pytest.mark.parametrize("path", ["", "a\0b", b"\xff"])
def test_a_path_that_no_file_can_have_is_a_load_error(path: Any) -> None:
    with pytest.raises(adit.LoadError):
        adit.Library(path)


@pytest.mark.parametrize("name", [None, 5, b"counter"])
def test_a_name_is_a_text(library: adit.Library, name: Any) -> None:
    with pytest.raises(TypeError, match="as the name of the app; a str is expected"):
        library.open(name)
    with (
        library.open("counter") as core,
        pytest.raises(TypeError, match="as the name of the client; a str is expected"),
    ):
        core.submit(name, {})


NO_MESSAGES: list[Any] = [None, 5, [1], [("todo", 1)], True, set(), float("nan")]


@pytest.mark.parametrize("message", NO_MESSAGES)
def test_a_message_is_a_dict_or_a_text(library: adit.Library, message: Any) -> None:
    expected = r"found .*; a dict or a JSON text \(str, bytes\) is expected"
    with library.open("counter") as core:
        calls: list[Callable[[Any], object]] = [core.send, core.call, lambda each: core.submit("a", each)]
        for call in calls:
            with pytest.raises(TypeError, match=expected):
                call(message)
    with pytest.raises(TypeError, match=expected):
        library.compare(message, message)
    if message is not None:
        with pytest.raises(TypeError, match=expected):
            library.open("counter", message)


def test_an_error_names_what_was_found(library: adit.Library) -> None:
    with library.open("counter") as core, pytest.raises(TypeError) as caught:
        core.send(list(range(1000)))  # type: ignore[arg-type]
    assert str(caught.value).startswith("found the list [0, 1, 2")
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("function", [5, "x", {}])
def test_a_callback_is_a_function(library: adit.Library, function: Any) -> None:
    with pytest.raises(TypeError, match=r"on_message: found .*; a function is expected"):
        library.open("counter", on_message=function)
    with pytest.raises(TypeError, match=r"on_text: found .*; a function is expected"):
        library.open("counter", on_text=function)


@pytest.mark.parametrize("timeout", ["1", [], b""])
def test_a_timeout_is_a_number(library: adit.Library, timeout: Any) -> None:
    with library.open("counter") as core, pytest.raises(TypeError, match=r"timeout: found .*; seconds, or None"):
        core.receive(timeout)


@pytest.mark.parametrize("timeout", [-1, float("nan"), float("-inf")])
def test_a_timeout_is_not_negative(library: adit.Library, timeout: float) -> None:
    expected = "timeout: found .*; 0 or more seconds are expected"
    with library.open("counter") as core, pytest.raises(adit.InvalidArgumentError, match=expected):
        core.receive(timeout)


def test_a_timeout_may_be_infinite(library: adit.Library) -> None:
    with library.open("counter", on_message=lambda _: None) as core:
        core.wakeup()
        assert core.process(timeout=float("inf")) == 0


@pytest.mark.parametrize("core", [None, 5, "x"])
def test_a_group_has_cores(library: adit.Library, core: Any) -> None:
    with pytest.raises(TypeError, match=r"found .*; an adit\.Core is expected"):
        library.group(core)


@pytest.mark.parametrize("path", [None, 5, b"/value"])
def test_a_mirror_has_a_path(path: Any) -> None:
    with pytest.raises(TypeError, match=r"found .* as a path; a JSON Pointer such as '/items' is expected"):
        adit.Mirror(path)


IN_A_LOOP: dict[str, tuple[Callable[[adit.Library], object], str]] = {
    "library": (lambda _: adit.aio.open("x", "counter"), r"found the str 'x'; an adit\.Library is expected"),  # type: ignore[arg-type]
    "group": (lambda _: adit.aio.Group(None), r"found None; an adit\.Library is expected"),  # type: ignore[arg-type]
    "on_message": (
        lambda library: adit.aio.open(library, "counter", on_message=5),  # type: ignore[arg-type]
        "on_message: found the int 5; a function is expected",
    ),
    "config": (
        lambda library: adit.aio.open(library, "counter", "{}"),  # type: ignore[arg-type]
        "config: found the str '{}'; a dict is expected",
    ),
    "gateways": (
        lambda library: adit.aio.open(library, "todo", gateways=5),  # type: ignore[arg-type]
        "gateways: found the int 5; a dict of functions by their names is expected",
    ),
    "gateway": (
        lambda library: adit.aio.open(library, "todo", gateways={"lists": None}),  # type: ignore[dict-item]
        "gateways: lists: found None; a function is expected",
    ),
}


@pytest.mark.parametrize("name", IN_A_LOOP)
async def test_arguments_in_a_loop(library: adit.Library, name: str) -> None:
    call, expected = IN_A_LOOP[name]
    with pytest.raises(TypeError, match=expected):
        call(library)


@pytest.mark.parametrize("message", [None, 5, "{}", []])
async def test_a_request_is_a_dict(library: adit.Library, message: Any) -> None:
    async with adit.aio.open(library, "counter") as core:
        with pytest.raises(TypeError, match=r"found .*; a dict is expected, as a request gets an @id"):
            await core.request(message)

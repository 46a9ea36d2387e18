"""The functions of `adit.h`, by ctypes."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, c_char, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

from .errors import AbiError, Code, LoadError

ABI_VERSION = 1
NO_OFFSET = 0xFFFFFFFF

MessageFunction = ctypes.CFUNCTYPE(None, c_void_p, c_uint64, c_void_p, c_size_t)


class ErrorRecord(ctypes.Structure):
    """`adit_error`."""

    _fields_ = [("code", c_int32), ("offset", c_uint32), ("text", c_char * 248)]


_Signature = tuple[Any, list[Any]]
_RECORD = POINTER(ErrorRecord)
_OUT = [POINTER(c_void_p), POINTER(c_size_t)]
_SIGNATURES: dict[str, _Signature] = {
    "adit_abi_version": (c_uint32, []),
    "adit_version": (c_char_p, []),
    "adit_strerror": (c_char_p, [c_int32]),
    "adit_catalog": (c_int32, [c_char_p, *_OUT]),
    "adit_catalog_compare": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, *_OUT, _RECORD]),
    "adit_open": (
        c_int32,
        [c_uint32, c_char_p, c_char_p, c_size_t, MessageFunction, c_void_p, c_void_p, POINTER(c_uint64), _RECORD],
    ),
    "adit_send": (c_int32, [c_uint64, c_char_p, c_size_t, _RECORD]),
    "adit_submit": (c_int32, [c_uint64, c_char_p, c_char_p, c_size_t, _RECORD]),
    "adit_process": (c_int32, [c_uint64, c_int32]),
    "adit_receive": (c_int32, [c_uint64, c_int32, *_OUT]),
    "adit_receive_all": (c_int32, [c_uint64, c_int32, c_size_t, *_OUT]),
    "adit_call": (c_int32, [c_uint64, c_char_p, c_size_t, c_int32, *_OUT, _RECORD]),
    "adit_fd": (c_int32, [c_uint64]),
    "adit_wakeup": (c_int32, [c_uint64]),
    "adit_close": (c_int32, [c_uint64, c_int32]),
    "adit_group_open": (c_int32, [POINTER(c_uint64)]),
    "adit_group_add": (c_int32, [c_uint64, c_uint64]),
    "adit_group_process": (c_int32, [c_uint64, c_int32]),
    "adit_group_receive": (c_int32, [c_uint64, c_int32, c_size_t, POINTER(c_uint64), *_OUT]),
    "adit_group_fd": (c_int32, [c_uint64]),
    "adit_group_close": (c_int32, [c_uint64]),
    "adit_free": (None, [c_void_p]),
}


def load(path: str) -> Any:
    """Loads a library, and checks that it is an Adit library of this interface.

    Raises:
        LoadError: it is missing, or no Adit library.
        AbiError: it has another version of the interface.
    """
    try:
        library = ctypes.CDLL(path)
    except (OSError, UnicodeDecodeError) as error:  # A path that is no UTF-8 has an error that is none.
        raise LoadError(_reason(path, str(error))) from error
    try:
        for name, (result, arguments) in _SIGNATURES.items():
            if name == "adit_version":
                _check_abi(path, library.adit_abi_version())
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as error:
        raise LoadError(f"{path} is no Adit library, or too old a one: it has no function {name}") from error
    return library


def _reason(path: str, error: str) -> str:
    """Why a library cannot be loaded: where it was looked for, and what to do."""
    if not error.startswith(f"{path}: cannot open shared object file: No such file"):
        return f"cannot load the library {path}: {error}"
    if "/" in path:
        return (
            f"{path}: there is no such file; it was looked for at {os.path.abspath(path)}."
            " Give the path of an Adit library; scripts/build makes build/lib/libadit_cores.so"
        )
    folders = os.environ.get("LD_LIBRARY_PATH", "not set")
    return (
        f"{path}: there is no such library in LD_LIBRARY_PATH ({folders}), nor in the folders of the system"
        f" (ldconfig -p). Give its path, such as ./{path}, or add its folder to LD_LIBRARY_PATH"
    )


def _check_abi(path: str, found: int) -> None:
    if found != ABI_VERSION:
        text = f"{path} has version {found} of Adit's C interface; version {ABI_VERSION} is expected"
        raise AbiError(Code.EABI, text)

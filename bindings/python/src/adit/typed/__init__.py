"""What generated clients are made of: the coding of values, Adit's own types, and the client.

`adit generate --lang python` makes a module with the types of an app and a class for its client, which import this
one. It needs Python 3.10.
"""

from . import protocol
from ._client import Answer, Client, Feature, Followed, Gateways
from ._coding import (
    Case,
    Day,
    Int8,
    Int16,
    Int32,
    Record,
    Table,
    Timestamp,
    UInt8,
    UInt16,
    UInt32,
    UInt63,
    Uuid,
    ValueCase,
    dumps,
)
from ._messages import Received, Sent, ToCore, ToHost
from ._readers import DecodingError, Range
from .protocol import *  # noqa: F403

__all__ = [
    "Answer",
    "Case",
    "Client",
    "Day",
    "DecodingError",
    "Feature",
    "Followed",
    "Gateways",
    "Int8",
    "Int16",
    "Int32",
    "Range",
    "Received",
    "Record",
    "Sent",
    "Table",
    "Timestamp",
    "ToCore",
    "ToHost",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt63",
    "Uuid",
    "ValueCase",
    "dumps",
]
__all__ += protocol.__all__

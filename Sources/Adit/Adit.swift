// A core author imports Adit alone: the values that travel in messages come with it, and what reads and writes them.
@_exported import struct AditJSON.CalendarDay
@_exported import struct AditJSON.CodableError
@_exported import struct AditJSON.CodingFailure
@_exported import enum AditJSON.JSON
@_exported import struct AditJSON.JSONKey
@_exported import struct AditJSON.JSONMembers
@_exported import struct AditJSON.JSONReader
@_exported import class AditJSON.JSONWriter
@_exported import enum AditJSON.Schema
@_exported import class AditJSON.SchemaDefinitions
@_exported import struct AditJSON.Timestamp
@_exported import struct AditJSON.UUID
@_exported import protocol AditJSON.WireCase
@_exported import protocol AditJSON.WireCodable
@_exported import protocol AditJSON.WireKey
@_exported import protocol AditJSON.WireMessage
@_exported import struct Logging.Logger

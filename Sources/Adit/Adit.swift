// A core author imports Adit alone: the values that travel in messages come with it.
@_exported import struct AditJSON.CalendarDay
@_exported import struct AditJSON.CodingFailure
@_exported import struct AditJSON.Timestamp
@_exported import struct AditJSON.UUID

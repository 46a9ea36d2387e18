import AditC
import ChatCore
import ReaderCore

/// The apps of this library: those that show effects, gateways and sources.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(chatApp(), readerApp()) }

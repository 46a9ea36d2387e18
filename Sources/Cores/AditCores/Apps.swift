import AditC
import CounterCore
import TodoCore

/// The apps of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(counterApp(), todoApp()) }

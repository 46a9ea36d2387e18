import AditC
import CounterCore
import TodoCore

/// Exports the apps of this library: those of the first steps in README.md.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(counterApp(), todoApp()) }

import AditC
import ValuesCore

/// The apps of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(valuesApp()) }

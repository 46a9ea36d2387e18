import Adit
import AditC
import TodoCore

/// The apps of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(todoApp()) }

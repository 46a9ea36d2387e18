import AditC
import @Name@Core

/// The apps of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(@name@App()) }

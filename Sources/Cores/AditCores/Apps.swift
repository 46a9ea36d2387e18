import AditC
import Counter
import Todo

/// The apps of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(counterApp(), todoApp()) }

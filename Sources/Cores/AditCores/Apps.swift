import AditC
import ChatCore
import CounterCore
import ReaderCore
import TodoCore

/// The apps of this library.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(chatApp(), counterApp(), readerApp(), todoApp()) }

import AditC
import CounterCore
import TimedTodoCore

/// Exports the app under the name that its stores and recordings have, and counter, which the same tests open.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer { export(counterApp(), timedTodoApp()) }

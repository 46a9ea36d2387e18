import AditC
import AditSQLite
import CounterCore
import TodoCore

/// Exports the apps of AditCores, on SQLite that does not know at once whether a batch is written.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer {
    let outcomes = Outcomes()
    return export(
        counterApp(), todoApp(),
        storage: UncertainEngine(SQLiteEngine(), notify: outcomes.notify, course: outcomes.courses))
}

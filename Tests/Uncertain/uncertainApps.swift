import Adit
import AditC
import AditSQLite
import AditUncertainStorage
import CounterCore
import TimedTodoCore

/// Exports the app counter, the app todo with a durable timer, and one that fetches lists until it has them, on SQLite that
/// does not know at once whether a batch is written.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer {
    let outcomes = Outcomes()
    return export(
        counterApp(), timedTodoApp(), timedTodoApp("retries", retry: RetryPolicy(backoffCoefficient: 1)),
        storage: UncertainEngine(SQLiteEngine(), notify: outcomes.notify, course: outcomes.courses))
}

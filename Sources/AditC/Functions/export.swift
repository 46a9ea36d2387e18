import Adit
import AditHost
import AditSQLite
import AditState
import CAditApps

/// Creates the result of `adit_apps`, the function by which a library lists its apps.
///
/// ```swift
/// @_cdecl("adit_apps")
/// public func aditApps() -> UnsafeMutableRawPointer { export(counterApp(), todoApp()) }
/// ```
///
/// - Parameters:
///   - apps: the apps.
///   - storage: the engine of the stores that configs request.
/// - Returns: a list that lives as long as the process. AditC asks for it once.
public func export<each S: State, each Message>(
    _ apps: repeat App<each S, each Message>, storage: any StorageEngine = SQLiteEngine()
) -> UnsafeMutableRawPointer {
    var entries: [AppEntry] = []
    repeat entries.append(AppEntry(each apps, storage: storage))
    return Unmanaged.passRetained(AppList(entries)).toOpaque()
}

extension AppList {
    /// The apps that `adit_apps` returns; empty if the library does not define it.
    static let shared: AppList = {
        guard let list = adit_apps_if_any() else { return AppList([]) }
        // Retained by `export`.
        return Unmanaged<AppList>.fromOpaque(list).takeRetainedValue()
    }()
}

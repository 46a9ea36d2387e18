import Adit
import AditState

/// Makes the answer of `adit_apps`, the one function by which a library says which apps it holds.
///
/// ```swift
/// @_cdecl("adit_apps")
/// public func aditApps() -> UnsafeMutableRawPointer { export(counterApp(), todoApp()) }
/// ```
///
/// - Returns: a list that lives as long as the process. AditC asks for it once.
public func export<each S: State, each Message>(_ apps: repeat App<each S, each Message>) -> UnsafeMutableRawPointer {
    var entries: [AppEntry] = []
    repeat entries.append(AppEntry(each apps))
    return Unmanaged.passRetained(AppList(entries)).toOpaque()
}

import AditHost
import CAditApps

extension AppList {
    /// The apps that `adit_apps` returns; empty if the library does not define it.
    static let shared: AppList = {
        guard let list = adit_apps_if_any() else { return AppList([]) }
        // Retained by `export`.
        return Unmanaged<AppList>.fromOpaque(list).takeRetainedValue()
    }()
}

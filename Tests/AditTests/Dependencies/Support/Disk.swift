import Adit

/// Something of the outside world, as document 002's `fileManager` is: it only knows its name.
struct Disk: Sendable, Equatable {
    var name: String
    var isWritable = true

    static let mock = Disk(name: "mock")
}

enum FileManagerKey: DependencyKey {
    static var liveValue: Disk { Disk(name: "live files") }
    static var previewValue: Disk { Disk(name: "files to look at") }
    static var testValue: Disk { Disk(name: "test files") }
}

enum UserDefaultsKey: DependencyKey {
    static var liveValue: Disk { Disk(name: "live defaults") }
    static var testValue: Disk { Disk(name: "test defaults") }
}

extension DependencyValues {
    var fileManager: Disk {
        get { self[FileManagerKey.self] }
        set { self[FileManagerKey.self] = newValue }
    }

    var userDefaults: Disk {
        get { self[UserDefaultsKey.self] }
        set { self[UserDefaultsKey.self] = newValue }
    }
}

/// Something that reads both, as use cases do.
struct DiskReader {
    @Dependency(\.fileManager) var fileManager
    @Dependency(\.userDefaults) var userDefaults

    var names: [String] { [fileManager.name, userDefaults.name] }
}

import Adit
import AditSQLite
import AditTesting
import Testing

/// The state as version 1 had it. It is kept for this test alone.
@Model private struct UploadState1: State {
    var files: Table<UUID, File> = []

    enum Change { case add(File) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let file): files.append(file)
        }
    }
}

@Model private struct File: Identifiable {
    let id: UUID
    let name: String
}

struct UploadMigrationTests {
    @Test func whatVersion1HasStoredIsUploaded() throws {
        // GIVEN a store that version 1 has written
        let path = "/tmp/uploads-\(UInt64.random(in: .min ... .max)).store"
        defer { try? destroyStore(pathInDocuments: path) }
        var old: StateStore<UploadState1>? = try createStore(
            pathInDocuments: path, state: UploadState1(), app: "upload", schemaVersion: 1)
        old?.change(.add(File(id: .zero, name: "cat")))
        old = nil
        // WHEN this version opens it
        let store = try createStore(
            pathInDocuments: path, state: UploadState(), app: "upload", schemaVersion: 2, migrations: uploadMigrations)
        // THEN what was in it is uploaded
        GIVEN(uploadApp(), state: store.state())
            .THEN(uploadHost, isAsked: "cat")
            .WHEN(uploadHost, replies: true)
            .THEN(.uploads(.response(.wasUploaded(id: .zero))))
            .runTests()
    }
}

import Adit

@Message enum NotesMessage: Equatable, Sendable {
    case add(String)
    case remove(Int)
    case wasAdded(id: Int, text: String)
}

/// The notes as their first version kept them.
@Model struct OldNotes: State, Equatable {
    var owner = "nobody"
    var notes: Table<Int, Note> = []
    var look = Look()

    @Model struct Note: Identifiable, Equatable, Sendable {
        let id: Int
        var text: String
    }

    @Model struct Look: Equatable, Sendable { var theme = "light" }

    enum Change { case add(Note), remove(Int) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let note): notes.append(note)
        case .remove(let id): notes.remove(id)
        }
    }
}

/// The same in the third version: other names, and something more of each.
@Model struct Notes: State, Equatable {
    var author = "nobody"
    var entries: Table<Int, Entry> = []
    var settings = Settings()

    @Model struct Entry: Identifiable, Equatable, Sendable {
        let id: Int
        var body: String
        var isDone: Bool
    }

    @Model struct Settings: Equatable, Sendable { var theme = "dark" }

    enum Change { case add(Entry), remove(Int) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let entry): entries.append(entry)
        case .remove(let id): entries.remove(id)
        }
    }
}

/// The first version of an app.
func oldNotesApp() -> App<OldNotes, NotesMessage> {
    App("notes", state: OldNotes()) { core in
        let (store, output) = (core.store, core.output)
        let feature: Input<NotesMessage> = { message in
            switch message {
            case .add(let text):
                let id = (store.state().notes.last?.id ?? 0) + 1
                store.change(.add(OldNotes.Note(id: id, text: text)))
                output(.wasAdded(id: id, text: text))
            case .remove(let id): store.change(.remove(id))
            case .wasAdded: break
            }
        }
        return [Feature(feature)]
    }
}

/// The third one.
///
/// - Parameter greeting: what it says before a text.
func notesApp(greeting: String = "") -> App<Notes, NotesMessage> {
    let migrations = [
        StorageMigration(from: 1) { rows in
            try rows.rename("/owner", to: "/author")
            try rows.rename("/notes", to: "/entries")
            try rows.rename("/look", to: "/settings")
        },
        StorageMigration(from: 2) { rows in
            try rows.updateElements(of: "/entries") { entry in
                entry["body"] = entry.removeValue(forKey: "text")
                entry["isDone"] = .bool(false)
            }
        },
    ]
    return App("notes", version: "3", schemaVersion: 3, migrations: migrations, state: Notes()) { core in
        let (store, output) = (core.store, core.output)
        let feature: Input<NotesMessage> = { message in
            switch message {
            case .add(let text):
                let id = (store.state().entries.last?.id ?? 0) + 1
                store.change(.add(Notes.Entry(id: id, body: text, isDone: false)))
                output(.wasAdded(id: id, text: greeting + text))
            case .remove(let id): store.change(.remove(id))
            case .wasAdded: break
            }
        }
        return [Feature(feature)]
    }
}

// The code of docs/effects.md on dependencies. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit

struct FileManager: Sendable {
    static let system = FileManager()
    static let sample = FileManager()
    static let empty = FileManager()
}

enum FileManagerKey: DependencyKey {
    static var liveValue: FileManager { .system }
    static var previewValue: FileManager { .sample }  // by default the live one
    static var testValue: FileManager { .empty }
}

extension DependencyValues {
    var fileManager: FileManager {
        get { self[FileManagerKey.self] }
        set { self[FileManagerKey.self] = newValue }
    }
}

struct APIClient: DependencyKey {
    static var liveValue: APIClient { APIClient() }
    var fetch: @Sendable (String) async throws -> String = { $0 }
}

extension DependencyValues {
    var apiClient: APIClient {
        get { self[APIClient.self] }
        set { self[APIClient.self] = newValue }
    }
}

struct Offline: Error {}

final class EditModel {}

final class FeatureModel {
    @Dependency(\.date) var date
    var editModel: EditModel?

    func editButtonTapped() { editModel = withDependencies(from: self) { EditModel() } }
}

struct DependenciesGuide {
    struct TodoItem: Equatable {
        let id: UUID
        let text: String
        let created: Timestamp
    }

    struct Connection { func whenAnswered(_ answered: (String) -> Void) { answered("yes") } }

    enum Message {
        case todo(Todo)

        enum Todo { case request(Request) }
        enum Request { case add(TodoItem) }
    }

    func override(evening: Timestamp, item: TodoItem, core: (Message) throws -> Void) throws {
        try withDependencies {
            $0.date = .constant(evening)
            $0.apiClient.fetch = { _ in throw Offline() }  // a part of one
        } operation: {
            try core(.todo(.request(.add(item))))
        }
    }

    func escape(connection: Connection, show: (String) -> Void) {
        withEscapedDependencies { continuation in
            connection.whenAnswered { answer in
                continuation.yield { show(answer) }
            }
        }
    }
}

extension DependenciesGuide {
    struct AddTodoItemUseCase: UseCase {
        struct Request { let text: String }
        enum Response { case wasAdded(TodoItem) }

        @Dependency(\.date) var date
        @Dependency(\.uuid) var uuid
        let respond: (Response) -> Void

        func request(_ request: Request) {
            respond(.wasAdded(TodoItem(id: uuid(), text: request.text, created: date())))
        }
    }
}

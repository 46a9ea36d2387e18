import Adit
import AditReducers

/// A page with a header and a footer, which read the same file, each from its own file manager. (002: "Single entry point systems")
public struct Page: Reducer {
    @Model public struct State: ReducedState, Equatable {
        public var header = ""
        public var footer = ""
        public mutating func apply(_ change: Replacement<State>) {
            (header, footer) = (change.state.header, change.state.footer)
        }
    }

    @Message public enum Action { case load }

    public var body: some ReducerOf<Self> {
        Header()
            .dependency(\.fileManager, .mock)
        Footer()
    }
}

struct Header: Reducer {
    @Dependency(\.fileManager) private var fileManager

    func reduce(into state: inout Page.State, action: Page.Action) -> ReducerEffect<Page.Action> {
        state.header = fileManager.contents()
        return .none
    }
}

struct Footer: Reducer {
    @Dependency(\.fileManager) private var fileManager
    @Dependency(\.date) private var date

    func reduce(into state: inout Page.State, action: Page.Action) -> ReducerEffect<Page.Action> {
        state.footer = "\(fileManager.contents()), \(date())"
        return .none
    }
}

/// A request may have an environment of its own: a host's `@with`, and here a block.
struct Server {
    let page = Page()

    func respond(to request: Page.Action, at date: Timestamp) -> Page.State {
        var state = Page.State()
        withDependencies {
            $0.date = .constant(date)
        } operation: {
            _ = page.reduce(into: &state, action: request)
        }
        return state
    }
}

/// A model outside of a reducer passes what it was made with to the model of its sheet.
final class FeatureModel {
    private(set) var editModel: EditModel?
    @Dependency(\.fileManager) var fileManager
    @Dependency(\.date) var date

    func editButtonTapped() { editModel = withDependencies(from: self) { EditModel() } }
}

final class EditModel {
    @Dependency(\.fileManager) private var fileManager
    private(set) lazy var text = fileManager.contents()
}

public struct FileManager: Sendable {
    var contents: @Sendable () -> String
    static let mock = FileManager { "mock" }
}

private enum FileManagerKey: DependencyKey {
    static var liveValue: FileManager { FileManager { "live" } }
    static var testValue: FileManager { FileManager { "test" } }
}

extension DependencyValues {
    public var fileManager: FileManager {
        get { self[FileManagerKey.self] }
        set { self[FileManagerKey.self] = newValue }
    }
}

public func pageApp() -> App<Page.State, Page.Action> {
    App("page", state: Page.State()) { core in
        [Feature(Page(), store: core.store, effects: core.makeEffects(), output: core.output)]
    }
}

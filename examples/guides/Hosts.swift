// The code of docs/hosts.md. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit
import AditCodable
import AditSwiftHost
import Observation
import Testing

@testable import TodoCore

struct HostsGuide {
    typealias Message = TodoCore.Message

    func fetch(_ request: ListRequest) async throws -> FetchedList { FetchedList(texts: []) }

    func host() throws {
        let core = try AppCore(
            todoApp(), store: .file("todos.adit"),
            gateways: [
                reviewHost.served { _ in print("Do you like this app? Rate it!") },
                listsHost.served { request in try await fetch(request) },
            ])
        core.send(.todo(.request(.add(item: TodoItem("milk")))))
        core.process()
    }

    @MainActor func start(_ core: AppCore<TodoState, Message>) { Task { await core.run() } }

    func observe(_ core: AppCore<TodoState, Message>, show: (Table<UUID, TodoItem>) -> Void) {
        nonisolated(unsafe) var isStale = false
        withObservationTracking {
            show(core.viewState.items)
        } onChange: {
            isStale = true
        }
        _ = isStale
    }

    func middlewareOfAnApp() -> App<TodoState, Message> {
        App("todo", state: TodoState()) { core in
            core.middleware = [
                loggingMiddleware(),
                { message, next in
                    if case .todo(.request(.add(let item))) = message, item.text.isEmpty { return }  // dropped
                    try next(message)
                },
            ]
            return [Feature(.todo, createTodoListFeature(store: core.store, output: core.output))]
        }
    }

    func middlewareOfAFeature(_ core: CoreBuilder<TodoState, Message>) -> Feature<Message> {
        Feature(.todo, createTodoListFeature(store: core.store, output: core.output))
            .middleware(loggingMiddleware(level: .info))
    }

    struct Analytics { func send(_ name: String, _ parameters: JSONObject) {} }

    struct Crashes { func send(_ error: any Error, _ message: Message, _ recent: [Message]) {} }

    func reports(_ core: CoreBuilder<TodoState, Message>, analytics: Analytics, crashes: Crashes) {
        core.middleware = [
            analyticsMiddleware { event in analytics.send(event.name, event.parameters) },
            crashReportMiddleware { report in crashes.send(report.error, report.message, report.recent) },
        ]
    }

    func figures(_ core: CoreBuilder<TodoState, Message>) {
        core.useFigures()
    }
}

enum When: AnalyticsWhen {
    case userTypesNewEmail(userEmail: String)
    case userTapsChangeEmailButton
}

@Suite struct AnalyticsGuide {
    @Test func `an event has the name of the case and its values`() throws {
        let event = try AnalyticsEvent(when: When.userTypesNewEmail(userEmail: "john.dohe@example.com"))
        // name: userTypesNewEmail, parameters: {"userEmail":"john.dohe@example.com"}
        #expect(event.name == "userTypesNewEmail")
        #expect("\(event.parameters)" == #"{"userEmail":"john.dohe@example.com"}"#)
    }
}

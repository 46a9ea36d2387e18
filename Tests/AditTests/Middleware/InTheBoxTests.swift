import Adit
import AditCodable
import AditJSON
import AditState
import Logging
import Testing

@Message
private enum Note: Equatable {
    case list(List)

    enum List: Equatable {
        case add(text: String, count: Int)
        case clear
        case fail
    }
}

@Model
private struct Nothing: State {
    enum Change {}
    mutating func apply(_: Change) {}
}

private struct NoteError: Error, CustomStringConvertible { let description = "no such note" }

private func core(_ middleware: [Middleware<Note>]) -> Input<Note> {
    createAppCore(
        store: StateStore(Nothing()), receivers: [],
        features: [Feature { if $0 == .list(.fail) { throw NoteError() } }], middleware: middleware)
}

private enum Happening: AnalyticsWhen, Equatable {
    case userTypesNewEmail(userEmail: String)
    case userTapsChangeEmailButton
    case userPicks(Int)
    case userDrags(Int, to: String, Bool)
}

@Message
private enum Spelled: AnalyticsWhen, Equatable {
    case userScrolls(by: Int)
    case userTaps
}

private struct Odd: AnalyticsWhen {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("tap")
    }
    init() {}
    init(from _: any Decoder) throws {}
}

/// An event with a second key.
private struct Twofold: AnalyticsWhen {
    var tap = 1
    var swipe = 2
}

struct AnalyticsTests {
    @Test func `W10, W11: the one key is the name, its object the parameters`() throws {
        let event = try AnalyticsEvent(when: Happening.userTypesNewEmail(userEmail: "john.dohe@example.com"))
        #expect(event.name == "userTypesNewEmail")
        #expect(event.parameters == ["userEmail": .string("john.dohe@example.com")])
    }

    @Test func `W11: an event without values has no parameters`() throws {
        #expect(
            try AnalyticsEvent(when: Happening.userTapsChangeEmailButton)
                == AnalyticsEvent(name: "userTapsChangeEmailButton"))
    }

    @Test func `W11: values without labels have their positions`() throws {
        #expect(try AnalyticsEvent(when: Happening.userPicks(3)).parameters == ["_0": .integer(3)])
        #expect(
            try AnalyticsEvent(when: Happening.userDrags(3, to: "x", true)).parameters
                == ["_0": .integer(3), "to": .string("x"), "_2": .bool(true)])
    }

    @Test func `W11: a When that is encoded otherwise is refused`() {
        #expect {
            try AnalyticsEvent(when: Odd())
        } throws: {
            "\($0)" == #"When Odd() is unexpectedly encoded as json "tap""#
        }
    }

    @Test func `W11: a second key is refused`() {
        #expect(throws: AnalyticsFailure.self) { try AnalyticsEvent(when: Twofold()) }
    }

    @Test func `W13: a When with generated coding makes the same event`() throws {
        #expect(
            try AnalyticsEvent(when: Spelled.userScrolls(by: 3))
                == AnalyticsEvent(name: "userScrolls", parameters: ["by": .integer(3)]))
    }

    @Test func `a message is named by all its cases`() throws {
        let event = try AnalyticsEvent(of: Note.list(.add(text: "milk", count: 2)))
        #expect(event == AnalyticsEvent(name: "list.add", parameters: ["text": .string("milk"), "count": .integer(2)]))
    }

    @Test func `W12: analytics come first, and are best effort`() throws {
        var events: [String] = []
        let core = core([
            analyticsMiddleware {
                events.append($0.name)
                throw NoteError()
            },
            { message, next in
                events.append("handled")
                try next(message)
            },
        ])
        try core(.list(.clear))
        #expect(events == ["list.clear", "handled"])
    }
}

struct CrashReportTests {
    @Test func `W12: a throw is reported with the messages before it, and thrown on`() throws {
        var reports: [CrashReport<Note>] = []
        let core = core([crashReportMiddleware(remembering: 2) { reports.append($0) }])
        for count in 1...3 { try core(.list(.add(text: "a", count: count))) }
        #expect(throws: NoteError.self) { try core(.list(.fail)) }
        #expect(reports.count == 1)
        let report = try #require(reports.first)
        #expect(report.message == .list(.fail))
        #expect(report.recent == [.list(.add(text: "a", count: 2)), .list(.add(text: "a", count: 3))])
        #expect("\(report.error)" == "no such note")
    }

    @Test func `what failed before is among them, and none may be remembered`() throws {
        var recent: [[Note]] = []
        let core = core([
            crashReportMiddleware { recent.append($0.recent) },
            crashReportMiddleware(remembering: 0) { recent.append($0.recent) },
        ])
        _ = try? core(.list(.fail))
        _ = try? core(.list(.fail))
        #expect(recent == [[], [], [], [.list(.fail)]])
    }
}

struct LoggingTests {
    private final class Lines: @unchecked Sendable { var lines: [String] = [] }

    @Test func `W3: every message is logged, and what it throws`() {
        let lines = Lines()
        let logger = Logger(label: "test") { _ in
            CoreLogHandler(logLevel: .trace) { line in
                lines.lines.append("\(line.level) \(line.message) \(line.metadata.map { "\($0.key)=\($0.value)" })")
            }
        }
        let core = core([loggingMiddleware(level: .info, showingValues: true, to: logger)])
        _ = try? core(.list(.add(text: "milk", count: 1)))
        _ = try? core(.list(.fail))
        #expect(
            lines.lines == [
                #"info list.add ["message={\"list\":{\"add\":{\"text\":\"milk\",\"count\":1}}}"]"#,
                #"info list.fail ["message={\"list\":{\"fail\":{}}}"]"#,
                #"error list.fail threw ["error=no such note"]"#,
            ])
    }

    @Test func `by default the lines go to the core's logger, without values`() {
        let lines = Lines()
        let logger = Logger(label: "test") { _ in
            CoreLogHandler(logLevel: .trace) { lines.lines.append("\($0.level) \($0.message) \($0.metadata)") }
        }
        withDependencies {
            $0.logger = logger
        } operation: {
            _ = try? core([loggingMiddleware()])(.list(.clear))
        }
        #expect(lines.lines == ["debug list.clear []"])
    }
}

struct FiguresTests {
    /// GIVEN a core with figures WHEN messages come, of which one fails, and one puts out a message that fails THEN each is
    /// counted, and its duration is that of its handling.
    @Test func `figures count what came, what failed, and how long it took`() {
        let app = App<Nothing, Note>("notes", state: Nothing()) { core in
            core.useFigures()
            return [
                Feature {
                    if $0 == .list(.fail) { throw NoteError() }
                    if case .list(.add) = $0 { core.output(.list(.fail)) }
                }
            ]
        }
        let (core, _) = app.makeCore()
        let listener = DeafListener()
        for message in [Note.list(.clear), .list(.fail), .list(.clear), .list(.add(text: "Milk", count: 1))] {
            core.loop.handle(MessageBox(message), listener)
        }
        let kinds = core.figures?.kinds
        #expect(kinds?["list.clear"]?.count == 2)
        #expect(kinds?["list.clear"]?.failures == 0)
        #expect(kinds?["list.add"]?.count == 1)
        #expect(kinds?["list.add"]?.failures == 0)
        #expect(kinds?["list.fail"]?.count == 2)
        #expect(kinds?["list.fail"]?.failures == 2)
        #expect((kinds?["list.clear"]?.longest ?? .zero) <= (kinds?["list.clear"]?.total ?? .zero))
    }
}

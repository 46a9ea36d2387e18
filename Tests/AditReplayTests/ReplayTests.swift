import Adit
import Glibc
import Testing

@testable import AditReplay
@testable import AditHost

/// GIVEN a recording WHEN it is replayed THEN all that was drawn, heard and changed is what it was.
struct ReplayTests {
    private func replayed(_ core: RecordedCore, _ app: App<WorkshopState, WorkshopMessage> = workshopApp()) throws
        -> ReplayReport
    {
        core.close()
        return try replay(app, of: core.path)
    }

    @Test func `what is drawn from the system is drawn again`() throws {
        let core = try RecordedCore()
        try core.send(#"{"draw":{}}"#, #"{"draw":{},"@id":7}"#)
        let report = try replayed(core)
        #expect(report.difference == nil)
        #expect(report.isComplete)
        #expect(report.messages == 2)
    }

    @Test func `a message that fails, fails again`() throws {
        let core = try RecordedCore()
        try core.send(#"{"add":"a"}"#, #"{"fail":"b"}"#)
        #expect(core.heard.last?.contains("b failed") == true)
        let report = try replayed(core)
        #expect(report.difference == nil)
        #expect(report.revision == 1)
    }

    @Test func `what observers of the store say is a batch of its own`() throws {
        let core = try RecordedCore()
        try core.send(#"{"add":"a"}"#, #"{"add":"b"}"#, #"{"add":"c"}"#)
        #expect(core.heard.last == #"{"said":"there are 3"}"#)
        #expect(try core.lines().contains { $0.contains(#""then":true"#) })
        #expect(try replayed(core).difference == nil)
    }

    @Test func `time stands still while something happens, so a real clock's timers come again where they were`() throws
    {
        let core = try RecordedCore()
        try core.send(
            #"{"later":{"word":"b","milliseconds":2}}"#, #"{"later":{"word":"a","milliseconds":1}}"#, #"{"add":"c"}"#)
        core.drive(until: "later b")
        try core.send(#"{"later":{"word":"d","milliseconds":1}}"#, #"{"add":"e"}"#)
        core.drive(until: "later d")
        while core.hasTimers { core.drive() }
        let report = try replayed(core)
        #expect(report.difference == nil)
        #expect(report.revision == core.revision)
        #expect(report.revision == 8)
    }

    @Test func `a host's answers come again`() throws {
        let core = try RecordedCore(workshopApp(), #","clock":"virtual","with":{"uuid":{"seeded":3}}"#)
        try core.send(#"{"ask":"one"}"#, #"{"ask":"two"}"#)
        try core.send(#"{"@reply":{"effect":"e1-2","result":"yes"}}"#, #"{"@reply":{"effect":"e1-1","error":"no"}}"#)
        try core.send(#"{"later":{"word":"b","milliseconds":20}}"#, #"{"@advance":{"by":30}}"#, #"{"draw":{}}"#)
        try core.send(
            #"{"ask":"three","@with":{"gateways":{"host":"fixed"},"date":"2026-01-01T00:00:00Z"}}"#,
            #"{"draw":{},"@with":{"random":7,"uuid":{"counting":{}}}}"#)
        #expect(core.heard.contains(#"{"said":"the host says yes"}"#))
        #expect(core.heard.contains(#"{"said":"the host says fixed"}"#))
        let report = try replayed(core)
        #expect(report.difference == nil)
        #expect(report.messages == 6)
    }

    @Test func `an internal message is not heard, and is in the recording`() throws {
        let core = try RecordedCore()
        try core.send(#"{"count":"abc","@id":7}"#, #"{"add":"d"}"#)
        #expect(core.heard == [#"{"said":"said d"}"#])
        #expect(try core.lines()[2].contains(#","unheard":[{"step":{"number":3.0},"@id":7}],"sum":"#))
        #expect(try !core.lines()[3].contains("unheard"))
        let report = try replayed(core)
        #expect(report.difference == nil)
        #expect(report.revision == 2)
    }

    @Test func `an internal message that says something else is found out`() throws {
        let core = try RecordedCore()
        try core.send(#"{"count":"abc"}"#)
        let report = try replayed(core, workshopApp(stepNumber: 4))
        #expect(
            report.difference?.description
                == "line 3, entry 3: message: unheard[0].step.number: recorded: 3.0; came: 4.0")
    }

    @Test func `an internal message that has no form in JSON is handled all the same, and is null in the recording`()
        throws
    {
        let app = workshopApp(stepNumber: .infinity)
        let core = try RecordedCore(app)
        try core.send(#"{"count":"abc"}"#)
        #expect(core.heard == [])
        #expect(try core.lines()[2].contains(#""unheard":[null]"#))
        let report = try replayed(core, app)
        #expect(report.difference == nil)
        #expect(report.revision == 1)
    }

    @Test func `a recording of a core that took all messages is replayed, and one that did not takes no more`() throws {
        let core = try RecordedCore(workshopApp(), #","incoming":"all""#)
        try core.send(#"{"step":{"number":3}}"#)
        #expect(try core.lines()[0].contains(#""incoming":"all""#))
        let report = try replayed(core)
        #expect(report.difference == nil)
        #expect(report.revision == 1)
        let marked = try RecordedCore()
        let refusal = #expect(throws: HostError.self) { try marked.send(#"{"step":{"number":3}}"#) }
        #expect(
            refusal?.text == "step: internal; it is a step between features, which a host neither sends nor hears")
        marked.close()
    }

    @Test func `an app that says something else is found out`() throws {
        let core = try RecordedCore()
        try core.send(#"{"add":"a"}"#)
        let report = try replayed(core, workshopApp(greeting: "greeted"))
        #expect(
            report.difference?.description
                == #"line 3, entry 3: message: heard[0]: recorded: {"said":"said a"}; came: {"said":"greeted a"}"#)
        #expect(report.messages == 0)
    }

    @Test func `a core that begins in a state begins in it again`() throws {
        let core = try RecordedCore(workshopApp(), #","state":{"words":["a","b","c"],"beats":1},"echo":true"#)
        try core.send(#"{"add":"d"}"#)
        #expect(core.heard.first == #"{"add":"d"}"#)
        #expect(try replayed(core).difference == nil)
    }

    @Test func `what is no recording is not replayed`() {
        #expect(throws: ReplayError(description: "/nowhere could not be opened: No such file or directory")) {
            try replay(workshopApp(), of: "/nowhere")
        }
    }

    @Test func `a line that is missing is found out`() throws {
        let core = try RecordedCore()
        try core.send(#"{"add":"a"}"#)
        try core.send(#"{"add":"b"}"#)
        core.close()
        var lines = try core.lines()
        lines.remove(at: 1)
        let path = temporaryPath()
        let file = try RecordingFile(Config.Record(path: path))
        var text = lines.joined(separator: "\n") + "\n"
        try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
        defer { file.remove() }
        let report = try replay(workshopApp(), of: path)
        #expect(report.difference?.description == "line 2, entry 3: message: recorded: entry 3; came: entry 2")
    }

    @Test func `a scenario is made by one call, and not over another file`() throws {
        let core = try RecordedCore()
        try core.send(#"{"add":"a"}"#, #"{"draw":{}}"#)
        core.close()
        let path = temporaryPath()
        defer { unlink(path) }
        try writeScenario(workshopApp(), of: core.path, to: path)
        let scenario = try text(of: path)
        #expect(scenario.contains(#"{"when":{"add":"a"},"#))
        #expect(scenario.contains("00000000-0000-0000-0000-000000000000"))
        #expect(throws: ReplayError.self) { try writeScenario(workshopApp(), of: core.path, to: path) }
    }
}

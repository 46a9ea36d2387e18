import AditSQLite
import Glibc
import TestSupport
import Testing

@testable import Adit
@testable import AditHost
@testable import AditReplay

/// GIVEN a core with an undo history.
@Suite struct UndoTests {
    private func made(_ config: String = "", _ app: App<UndoState, UndoMessage> = undoApp()) throws -> RecordedCore {
        try RecordedCore(of: app, #","undo":true"# + config)
    }

    private func stored(at path: String, _ more: String = "", undo: Bool = true) throws -> RecordedCore {
        try RecordedCore(of: undoApp(), #","undo":\#(undo),"store":{"path":"\#(path)","durability":"normal"\#(more)}"#)
    }

    private let undo = #"{"@undo":{},"@id":7}"#
    private let redo = #"{"@redo":{}}"#

    @Test func `WHEN a message is undone THEN the answer says what, and the subscriptions are updated`() throws {
        let core = try made()
        try core.send(#"{"@subscribe":{"path":"/number"}}"#, #"{"set":1}"#, #"{"set":2}"#)
        let count = core.heard.count
        // WHEN
        try core.send(undo)
        // THEN
        #expect(
            Array(core.heard[count...]) == [
                #"{"@undone":{"revision":3,"undid":{"from":1,"revision":2},"messages":["set"],"effects":[],"canUndo":true,"canRedo":true},"@id":7}"#,
                #"{"@patch":{"subscription":"/number","from":2,"revision":3,"ops":[{"op":"replace","path":"","value":1}]}}"#,
            ])
        // WHEN
        try core.send(redo)
        // THEN
        #expect(
            core.heard[count + 2]
                == #"{"@redone":{"revision":4,"redid":{"from":1,"revision":2},"messages":["set"],"effects":[],"canUndo":true,"canRedo":false}}"#
        )
        #expect(core.heard.last?.contains(#""value":2"#) == true)
    }

    @Test func `WHEN there is nothing to undo or redo THEN an error says so`() throws {
        let core = try made()
        try core.send(#"{"look":{}}"#, #"{"fail":{}}"#, undo, redo)
        #expect(
            core.heard.suffix(2) == [
                #"{"@error":{"code":"emessage","message":"@undo: found nothing to undo; a message that changes the state is expected before"},"@id":7}"#,
                #"{"@error":{"code":"emessage","message":"@redo: found nothing to redo; an undo before, without other changes since, is expected"}}"#,
            ])
        #expect(core.revision == 0)
        // WHEN something else is done after an undo
        try core.send(#"{"set":1}"#, undo, #"{"set":2}"#, redo)
        // THEN
        #expect(core.heard.last?.contains("nothing to redo") == true)
    }

    @Test func `WHEN a group is undone THEN its messages are, and those of other groups and clients are not`() throws {
        let core = try made()
        try core.send(#"{"add":"a"}"#)
        try core.send(
            #"{"add":"b","@group":"drag"}"#, #"{"set":1,"@group":"drag"}"#, #"{"add":"c","@group":"drag"}"#)
        try core.send(#"{"add":"d","@group":"drag"}"#, #"{"add":"e","@group":"other"}"#)
        try core.send(#"{"@undo":{}}"#)
        #expect(try core.exported.contains(#""ids":["1","2","3","4"]"#))
        try core.send(#"{"@undo":{}}"#)
        // THEN
        #expect(core.heard.last { $0.contains("@undone") }?.contains(#""messages":["add","set"]"#) == true)
        #expect(try core.exported.contains(#""ids":["1"]"#))
        // WHEN the group goes on after an undo THEN it is a new one
        try core.send(#"{"add":"f","@group":"drag"}"#, #"{"@undo":{}}"#)
        #expect(try core.exported.contains(#""ids":["1"]"#))
        // WHEN clients use the same name THEN their groups are two
        try core.send(#"{"add":"x","@group":"drag"}"#, of: "ann")
        try core.send(#"{"add":"y","@group":"drag"}"#, of: "bob")
        try core.send(#"{"@undo":{}}"#)
        #expect(try core.exported.contains(#""ids":["1","2"]"#))
    }

    @Test func `WHEN a message that is no step changed the state THEN it is undone with the step before`() throws {
        let core = try made()
        try core.send(#"{"set":1}"#, #"{"scroll":5}"#, undo)
        #expect(try core.exported == #"{"@schema":1,"notes":{"ids":[],"entities":{}},"number":0,"last":0}"#)
        try core.send(redo)
        #expect(try core.exported.contains(#""number":1,"place":5"#))
    }

    @Test(arguments: [false, true])
    func `WHEN messages that are no steps are undone with a step THEN all of them are named`(isReopened: Bool) throws {
        let path = temporaryPath()
        defer { unlink(path) }
        var core = try stored(at: path)
        func reopen() throws {
            guard isReopened else { return }
            core.close()
            core = try stored(at: path)
        }
        try core.send(#"{"set":1}"#, #"{"scroll":5}"#, #"{"look":{}}"#, #"{"scroll":6}"#)
        for _ in 0..<2 {
            // WHEN
            try reopen()
            try core.send(#"{"@undo":{}}"#)
            // THEN
            #expect(
                core.heard.last?.contains(#""undid":{"from":0,"revision":3},"messages":["set","scroll"],"effects":[]"#)
                    == true, "\(core.heard)")
            // WHEN
            try reopen()
            try core.send(redo)
            // THEN
            #expect(
                core.heard.last?.contains(#""redid":{"from":0,"revision":3},"messages":["set","scroll"],"effects":[]"#)
                    == true, "\(core.heard)")
        }
        #expect(try core.exported.contains(#""number":1,"place":6"#))
        core.close()
    }

    @Test func `WHEN an effect of an earlier step is undone with the last one THEN its message is named`() throws {
        let core = try made()
        try core.send(#"{"note":"a"}"#, #"{"set":1}"#, #"{"@reply":{"effect":"e1-1","result":"answer"}}"#)
        // WHEN
        try core.send(#"{"@undo":{}}"#)
        // THEN
        #expect(core.heard.last?.contains(#""messages":["set","note"],"effects":[]"#) == true)
        #expect(try core.exported.contains(#""ids":["1"]"#))
        // WHEN
        try core.send(#"{"@undo":{}}"#)
        // THEN
        #expect(
            core.heard.last?.contains(#""messages":["note"],"effects":[{"id":"e1-1","gateway":"host"}]"#) == true)
    }

    @Test func `WHEN a message of a group fails THEN an undo does not name it`() throws {
        let core = try made()
        try core.send(#"{"fail":{},"@group":"a"}"#, #"{"set":1,"@group":"a"}"#)
        try core.send(#"{"@undo":{}}"#)
        #expect(core.heard.last?.contains(#""messages":["set"]"#) == true, "\(core.heard)")
    }

    @Test(arguments: [
        #""error":{"a":1,"changes":1,"batch":{"x":1}}"#, #""error":{"changes":1,"a":1,"batch":{"x":1}}"#,
        #""error":{"a":1,"batch":{"from":0,"revision":1,"step":{"place":"begins"}},"changes":[{}]}"#,
        #""error":{"a":1,"batch":{},"b":[{"c":0,"batch":{"d":1}}]}"#,
    ])
    func `WHEN an answer has the keys of a batch's end THEN the store opens again, with its history`(
        _ answer: String
    ) throws {
        let path = temporaryPath()
        defer { unlink(path) }
        let core = try stored(at: path)
        try core.send(#"{"add":"a"}"#, #"{"ask":"b"}"#)
        try core.send(#"{"@reply":{"effect":"e1-1",\#(answer)}}"#, #"{"set":1}"#)
        core.close()
        // WHEN
        let other = try stored(at: path)
        // THEN
        for message in ["set", "add"] {
            try other.send(#"{"@undo":{}}"#)
            #expect(other.heard.last?.contains(#""messages":["\#(message)"]"#) == true, "\(other.heard)")
        }
        try other.send(undo)
        #expect(other.heard.last?.contains("nothing to undo; a message that changes the state") == true)
        other.close()
    }

    @Test func `WHEN a message asked gateways THEN that is named, as it is not undone`() throws {
        let core = try made()
        try core.send(#"{"tell":"a"}"#, #"{"ask":"b"}"#, #"{"set":1}"#)
        // WHEN an answer changes the state later
        try core.send(#"{"@reply":{"effect":"e1-2","result":"answer"}}"#)
        #expect(try core.exported.contains(#""text":"answer""#))
        // THEN it is a step of its message, which comes after the others
        let count = core.heard.count
        try core.send(#"{"@undo":{}}"#)
        #expect(
            core.heard[count].contains(
                #""messages":["ask"],"effects":[{"id":"e1-2","gateway":"host"}],"canUndo":true"#))
        #expect(try !core.exported.contains("answer"))
        // WHEN all is undone
        try core.send(#"{"@undo":{}}"#, #"{"@undo":{}}"#)
        // THEN
        #expect(
            core.heard.last?.contains(
                #""messages":["tell"],"effects":[{"id":"e1-1","gateway":"host"}],"canUndo":false"#) == true)
        core.close()
        let report = try replay(undoApp(), of: core.path)
        #expect(report.difference == nil, "\(report)")
    }

    @Test func `WHEN an answer comes after its message was undone THEN it is a step of its own`() throws {
        let core = try made()
        try core.send(#"{"tell":"a"}"#, #"{"ask":"b"}"#, #"{"@undo":{}}"#)
        try core.send(#"{"@reply":{"effect":"e1-2","result":"answer"}}"#, redo)
        // THEN
        #expect(core.heard.last?.contains("nothing to redo") == true)
        try core.send(#"{"@undo":{}}"#, undo)
        #expect(core.heard.last?.contains("nothing to undo") == true)
        #expect(try !core.exported.contains("answer"))
    }

    @Test func `WHEN the core is opened again THEN the history is there`() throws {
        let path = temporaryPath()
        defer { unlink(path) }
        var states: [String] = []
        do {
            let core = try stored(at: path)
            for text in [#"{"tell":"a"}"#, #"{"add":"b"}"#, #"{"move":{"_0":0,"to":1}}"#, #"{"set":4}"#] {
                states.append(try core.exported)
                try core.send(text)
            }
            states.append(try core.exported)
            try core.send(#"{"@undo":{}}"#, #"{"@undo":{}}"#)
            core.close()
        }
        for round in 0..<3 {
            let core = try stored(at: path)
            #expect(try core.exported == states[2])
            try core.send(redo, redo)
            #expect(try core.exported == states[4])
            try core.send(redo)
            #expect(core.heard.last?.contains("nothing to redo") == true)
            for state in states.dropLast().reversed() {
                try core.send(#"{"@undo":{}}"#)
                #expect(try core.exported == state)
            }
            #expect(
                core.heard.last { $0.contains("@undone") }?.contains(
                    #""undid":{"from":0,"revision":1},"messages":["tell"],"effects":[{"id":"e1-1","gateway":"host"}]"#)
                    == true)
            try core.send(#"{"@undo":{}}"#)
            #expect(core.heard.last?.contains("nothing to undo; a message") == true)
            try core.send(redo, redo)
            core.close()
            let report = try replay(undoApp(), of: path)
            #expect(report.difference == nil, "round \(round): \(report)")
        }
    }

    @Test func `WHEN the core was open without a history THEN what came before cannot be undone`() throws {
        let path = temporaryPath()
        defer { unlink(path) }
        for undo in [true, false, true] {
            let core = try stored(at: path, undo: undo)
            try core.send(#"{"add":"a"}"#)
            if undo, core.revision > 2 {
                try core.send(#"{"@undo":{}}"#, self.undo)
                #expect(
                    core.heard.last?.contains(
                        #"found nothing to undo; up to revision 2, the core was open without \"undo\""#) == true)
            }
            core.close()
        }
    }

    @Test func `WHEN the journal has lost the changes THEN an error says how far it goes back`() throws {
        let path = temporaryPath()
        defer { unlink(path) }
        let core = try stored(at: path, #","retention":{"bytes":3000}"#)
        for number in 1...60 { try core.send(#"{"set":\#(number)}"#) }
        var count = 0
        while core.heard.last?.contains("@error") != true {
            try core.send(#"{"@undo":{}}"#)
            count += 1
        }
        // THEN
        #expect(count > 1 && count < 30)
        #expect(core.heard.last?.contains("found nothing to undo; the journal goes back to revision ") == true)
        let state = try core.exported
        core.close()
        // WHEN it is opened again
        let other = try stored(at: path, #","retention":{"bytes":3000}"#)
        #expect(try other.exported == state)
        try other.send(redo)
        #expect(other.heard.last?.contains("@redone") == true)
        other.close()
        // GIVEN a core in memory
        let memory = try RecordedCore(of: undoApp(), #","undo":{"bytes":3000}"#)
        for number in 1...60 { try memory.send(#"{"set":\#(number)}"#) }
        count = 0
        while memory.heard.last?.contains("@error") != true {
            try memory.send(#"{"@undo":{}}"#)
            count += 1
        }
        #expect(count > 1 && count < 30)
        #expect(memory.heard.last?.contains("the journal goes back to revision ") == true)
    }

    @Test func `WHEN an import replaced the state THEN what came before cannot be undone`() throws {
        let path = temporaryPath()
        defer { unlink(path) }
        let core = try stored(at: path)
        try core.send(#"{"set":1}"#, #"{"set":2}"#, #"{"@undo":{}}"#)
        try core.put(#"{"number":9}"#)
        try core.send(redo)
        #expect(core.heard.last?.contains("nothing to redo") == true)
        try core.send(#"{"set":3}"#, #"{"@undo":{}}"#, undo)
        #expect(core.heard.last?.contains("an import replaced the state at revision 4") == true)
        #expect(try core.exported.contains(#""number":9"#))
        core.close()
        let other = try stored(at: path)
        try other.send(redo, #"{"@undo":{}}"#, undo)
        #expect(other.heard.last?.contains("an import replaced the state at revision 4") == true)
        other.close()
    }

    @Test func `WHEN it is recorded THEN a scenario is made of it, unless it undoes what was before`() throws {
        let core = try made()
        try core.send(#"{"set":1}"#, #"{"set":2,"@group":"a"}"#, undo, redo)
        core.close()
        let scenario = temporaryPath()
        defer { unlink(scenario) }
        try writeScenario(
            AppEntry(undoApp(), storage: SQLiteEngine()), of: Config.Replay(path: core.path), to: scenario)
        let text = try text(of: scenario)
        #expect(text.contains(#""when":{"@undo":{}}"#))
        #expect(text.contains(#""undo":true"#))
        #expect(text.contains(#"{"@redone":{"revision":4"#))
    }

    @Test func `WHEN the app offers no undo, or the config no history THEN an error says so`() throws {
        let error = #expect(throws: HostError.self) { try made("", undoApp(UndoPolicy.none)) }
        #expect(error?.text == #"undo: found for the app "undo", which offers no undo"#)
        let core = try RecordedCore(of: undoApp())
        try core.send(#"{"set":1,"@group":"a"}"#)
        try core.send(undo)
        #expect(
            core.heard.last
                == #"{"@error":{"code":"emessage","message":"@undo: the core has no undo history; \"undo\": true in its config is expected"},"@id":7}"#
        )
        #expect(throws: HostError.self) { try core.send(#"{"@get":{},"@group":"a"}"#) }
        #expect(throws: HostError.self) { try core.send(#"{"look":{},"@group":7}"#) }
    }
}

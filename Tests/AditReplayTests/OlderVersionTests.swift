@testable import AditState
import AditJSON
import Glibc
import Testing

@testable import Adit
@testable import AditReplay

/// GIVEN what an older version of an app has written WHEN a newer one reads it THEN it comes by the migrations of a
/// store.
struct OlderVersionTests {
    private let migrated =
        #"{"@schema":3,"author":"Ann","entries":{"ids":["1","2"],"entities":{"1":{"id":1,"body":"a","isDone":false},"#
        + #""2":{"id":2,"body":"b","isDone":false}}},"settings":{"theme":"blue"}}"#

    private let old =
        #""owner":"Ann","notes":{"ids":["1"],"entities":{"1":{"id":1,"text":"a"}}},"look":{"theme":"blue"}}"#

    private func imported(_ text: String) throws -> String {
        let (core, _) = notesApp().makeCore()
        core.loop.show(try core.read(state: Array(text.utf8)), at: 1, FirstFailure())
        let (export, writer) = (try core.reading.makeExport(), JSONWriter())
        while try export.writeOn(to: writer, bytes: 100) {}
        return writer.text
    }

    @Test func `an export says its version first, and is migrated`() throws {
        let core = try RecordedCore(of: oldNotesApp(), #","state":{"@schema":1,\#(old)"#)
        try core.send(#"{"add":"b"}"#)
        let text = try core.exported
        #expect(text.hasPrefix(#"{"@schema":1,"owner":"Ann","notes":{"#))
        #expect(try imported(text) == migrated)
        core.close()
    }

    @Test func `an export without a version is of the present one, as those were before`() throws {
        let text = migrated.replacing(#""@schema":3,"#, with: "")
        #expect(try imported(text) == migrated)
        #expect(throws: CodingFailure.self) { try imported("{" + old) }
    }

    @Test func `a version that cannot be is refused, and so is one that is not said first`() throws {
        for (version, found) in [("4", "the number 4"), ("0", "the number 0"), ("\"1\"", "a string")] {
            let error = #expect(throws: CodingFailure.self) { try imported(#"{"@schema":\#(version),"# + old) }
            #expect(error?.description == "@schema: found \(found); a version of the state from 1 to 3 is expected")
        }
        let late = #expect(throws: CodingFailure.self) { try imported(#"{"author":"x","@schema":3}"#) }
        #expect(late?.description == "@schema: found it behind others; it is expected as the first key")
        let twice = #expect(throws: CodingFailure.self) { try imported(#"{"@schema":3,"@schema":1}"#) }
        #expect(twice?.path == "@schema")
    }

    @Test func `a migration that fails says which`() throws {
        let error = #expect(throws: CodingFailure.self) { try imported(#"{"@schema":1,"owner":"Ann"}"#) }
        #expect(
            error?.description == "the migration from version 1 failed: there is no /notes in what is stored")
    }

    @Test func `a config's state may be of an older version`() throws {
        let core = try RecordedCore(of: notesApp(), #","state":{"@schema":1,\#(old)"#)
        try core.send(#"{"add":"b"}"#)
        #expect(try core.exported == migrated)
        core.close()
    }

    @Test func `a recording of an older version is replayed, and a scenario made of it`() throws {
        let core = try RecordedCore(of: oldNotesApp(), #","state":{\#(old)"#)
        try core.send(#"{"add":"b"}"#, #"{"add":"c"}"#, #"{"remove":2}"#)
        core.close()
        let report = try replay(notesApp(), of: core.path)
        #expect(report.difference == nil)
        #expect(report.migratedFrom == 1)
        #expect(report.isComplete)
        #expect(report.messages == 3)
        #expect(report.revision == core.revision)
        let scenario = temporaryPath()
        defer { unlink(scenario) }
        try writeScenario(notesApp(), of: core.path, to: scenario)
        let text = try text(of: scenario)
        #expect(text.contains(#""state":{"@schema":1,"owner":"Ann""#))
        #expect(text.contains(#""3":{"id":3,"body":"c","isDone":false}"#))
        // The same version compares all.
        #expect(try replay(oldNotesApp(), of: core.path).migratedFrom == nil)
    }

    @Test func `what is heard is compared all the same`() throws {
        let core = try RecordedCore(of: oldNotesApp(), #","state":{\#(old)"#)
        try core.send(#"{"add":"b"}"#)
        core.close()
        let report = try replay(notesApp(greeting: "so "), of: core.path)
        #expect(
            report.difference?.description
                == #"line 2, entry 2: message: heard[0]: recorded: {"wasAdded":{"id":2,"text":"b"}}; "#
                + #"came: {"wasAdded":{"id":2,"text":"so b"}}"#)
    }

    @Test func `a recording of a newer version is refused`() throws {
        let core = try RecordedCore(of: notesApp())
        core.close()
        let error = #expect(throws: ReplayError.self) { try replay(oldNotesApp(), of: core.path) }
        #expect(
            error?.description
                == "\(core.path) has a state of another version: found the number 3; a version of the state from 1 to 1 "
                + "is expected")
    }
}

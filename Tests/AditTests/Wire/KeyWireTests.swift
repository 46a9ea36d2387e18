import TestSupport
import Testing
@testable import Adit
@testable import AditCodable
@testable import AditJSON

@Model private enum Color: String, CaseIterable { case red, green = "gr.ün", blue = "e\u{301}" }
@Model private enum Level: Int { case low = -1, high = 20 }

@Model private struct Keyed: Equatable {
    var byID: [UUID: Int] = [:]
    var byDay: [CalendarDay: Int] = [:]
    var byColor: [Color: Int] = [:]
    var byLevel: [Level: [Color]] = [:]
}

/// GIVEN dictionaries by other keys than strings WHEN they are written and read THEN they are objects.
struct KeyWireTests {
    private let id = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

    private func read(_ text: String) throws -> Keyed { try decoded(Keyed.self, from: text) }

    @Test func `they are objects by the texts of their keys`() throws {
        let text =
            #"{"byID":{"\#(id)":1},"byDay":{"2026-11-21":2,"2026-11-22":3},"#
            + #""byColor":{"e\#u{301}":6,"gr.ün":5,"red":4},"byLevel":{"-1":["red"],"20":[]}}"#
        let shelf = try read(text)
        #expect(shelf.byID == [UUID(id)!: 1])
        #expect(shelf.byColor == [.red: 4, .green: 5, .blue: 6])
        #expect(shelf.byLevel == [.low: [.red], .high: []])
        #expect(try encoded(shelf) == text)
    }

    @Test(arguments: [
        (#"{"byID":{"x":1}}"#, #"byID: found the key "x"; a key of UUID is expected"#),
        (#"{"byDay":{"2026-02-30":1}}"#, #"byDay: found the key "2026-02-30"; a key of CalendarDay is expected"#),
        (#"{"byColor":{"pink":1}}"#, #"byColor: found the key "pink"; a key of Color is expected"#),
        (#"{"byColor":{"\#u{E9}":1}}"#, "byColor: found the key \"\u{E9}\"; a key of Color is expected"),
        (#"{"byLevel":{"020":[]}}"#, #"byLevel: found the key "020"; a key of Level is expected"#),
        (#"{"byLevel":{"1":[]}}"#, #"byLevel: found the key "1"; a key of Level is expected"#),
    ])
    func `another key is refused`(text: String, error: String) {
        let failure = #expect(throws: CodingFailure.self) { try read(text) }
        #expect(failure.map { "\($0)" } == error)
    }

    @Test func `a UUID is read in either case of letters, and once`() throws {
        #expect(try read(#"{"byID":{"\#(id.uppercased())":1}}"#).byID == [UUID(id)!: 1])
        #expect(throws: CodingFailure.self) { try read(#"{"byID":{"\#(id.uppercased())":1,"\#(id)":2}}"#) }
    }

    @Test func `the schema has the patterns of the keys`() {
        #expect(Level.wirePattern == #"^(-1|20)(?![\s\S])"#)
        #expect(Color.wirePattern == "^(red|gr\\.ün|e\u{301})(?![\\s\\S])")
        #expect(UUID.wirePattern?.hasPrefix("^[0-9A-Fa-f]{8}") == true)
    }
}

@Model private struct Alarm: Equatable {
    var every: Duration = .seconds(1)
    var rest: Duration?
}

/// GIVEN durations WHEN they are written and read THEN they are texts of ISO 8601, exactly.
struct DurationWireTests {
    @Test(
        arguments: [
            (.zero, "PT0S"), (.seconds(90), "PT90S"), (.milliseconds(-250), "-PT0.25S"),
            (.nanoseconds(1), "PT0.000000001S"),
            (Duration(attoseconds: 1), "PT0.000000000000000001S"),
            (Duration(attoseconds: .max), "PT170141183460469231731.687303715884105727S"),
            (.seconds(1) / 3, "PT0.333333333333333333S"),
        ] as [(Duration, String)])
    func `a duration is written in seconds, and read again`(duration: Duration, text: String) throws {
        #expect(try encoded(duration) == "\"\(text)\"")
        #expect(try decoded(Duration.self, from: "\"\(text)\"") == duration)
        let writer = JSONWriter()
        try encodeBridged([duration], to: writer)
        #expect(writer.text == "[\"\(text)\"]")
    }

    @Test func `the shortest duration is written`() throws {
        #expect(try encoded(Duration(attoseconds: .min)) == "\"-PT170141183460469231731.687303715884105728S\"")
    }

    @Test(
        arguments: [
            ("PT1H30M", .seconds(5400)), ("P1D", .seconds(86_400)), ("P1DT1S", .seconds(86_401)),
            ("PT2M0.5S", .seconds(120.5)),
            ("-PT1M", .seconds(-60)), ("PT1H1S", .seconds(3601)),
        ] as [(String, Duration)])
    func `days, hours and minutes are read`(text: String, duration: Duration) throws {
        #expect(try decoded(Duration.self, from: "\"\(text)\"") == duration)
    }

    @Test(arguments: [
        "", "P", "PT", "P1DT", "1S", "PT1", "P1S", "PT1D", "PT1M1H", "PT1S1S", "PT.5S", "PT1.S", "PT1.5M", "PT1,5S",
        "P1Y",
        "P1W", "+PT1S", "PT-1S", "PT1s", "PT1S ", "PTT1S", "PT0.1234567890123456789S", "PT999999999999999999999999S",
        "PT99999999999999999999999999999999999999999999S", "P170141183460469231731D",
    ])
    func `another text is refused`(text: String) {
        let failure = #expect(throws: CodingFailure.self) { try decoded(Alarm.self, from: #"{"every":"\#(text)"}"#) }
        #expect(
            failure.map { "\($0)" }
                == "every: found \"\(text)\"; a duration such as PT90S, PT1H30M or PT0.25S is expected")
    }

    @Test func `a number is refused`() {
        let failure = #expect(throws: CodingFailure.self) { try decoded(Alarm.self, from: #"{"every":5}"#) }
        #expect(failure.map { "\($0)" } == "every: found the number 5; a string is expected")
    }

    @Test func `Codable durations of older stores are read`() throws {
        // As the standard library codes them: the upper and the lower 64 bits of the attoseconds.
        #expect(
            try withJSON("[0,1000000000000000000]") { try decodeBridged(Duration.self, from: $0) } == .seconds(1))
    }
}

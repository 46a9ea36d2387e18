import AditJSON
import TestSupport
import Testing

/// GIVEN what something came to WHEN it is written and read THEN it is an enum of two cases.
struct ResultWireTests {
    private typealias Outcome = Result<[Int], CodableError>

    private func refusal<T: WireCodable>(of text: String, as type: T.Type) -> String {
        do {
            return "nothing: read as \(try decoded(type, from: text))"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        (Result<[Int], CodableError>.success([1, 2]), #"{"success":[1,2]}"#),
        (
            .failure(CodableError(name: "full", message: "no \"room\"")),
            ##"{"failure":{"name":"full","message":"no \"room\""}}"##
        ),
    ])
    func `W23 it is written and read back`(outcome: Result<[Int], CodableError>, text: String) throws {
        #expect(try encoded(outcome) == text)
        #expect(try decoded(Outcome.self, from: text) == outcome)
    }

    @Test func `nil as a success is null`() throws {
        let nothing: Result<Int?, CodableError> = .success(nil)
        #expect(try encoded(nothing) == #"{"success":null}"#)
        #expect(try decoded(Result<Int?, CodableError>.self, from: #"{"success":null}"#) == nothing)
    }

    @Test(arguments: [
        ("{}", "found {}; an object with one case is expected"),
        (
            #"{"success":[],"failure":{"name":"a","message":"b"}}"#,
            "found the keys success, failure; an object with one case is expected"
        ),
        (#"{"succes":[]}"#, #"no case "succes"; did you mean "success"? one of success, failure"#),
        ("7", "found the number 7; an object with one case is expected"),
        (#"{"success":null}"#, "success: found null; an array is expected"),
        (#"{"success":[1,"2"]}"#, #"success[1]: found a string; a whole number of 64 bits is expected"#),
        (#"{"failure":"no"}"#, #"failure: found a string; an object is expected"#),
        (#"{"failure":{"name":"a"}}"#, #"failure: missing key "message"; found name"#),
        (
            #"{"failure":{"name":"a","message":"b","code":7}}"#,
            #"failure: unknown key "code"; one of name, message"#
        ),
        (#"{"failure":{"name":7,"message":"b"}}"#, "failure.name: found the number 7; a string is expected"),
    ])
    func `what is no outcome is refused`(text: String, reason: String) {
        #expect(refusal(of: text, as: Outcome.self) == reason)
    }

    @Test func `what cannot be written is refused with its path`() {
        let failure = #expect(throws: CodingFailure.self) {
            try encoded(Result<[Double], CodableError>.success([1, .nan]))
        }
        #expect(failure?.path == "success[1]")
    }

    @Test func `its schema has both cases`() {
        let definitions = SchemaDefinitions()
        let schema = rendered(Outcome.schema(in: definitions))
        let integer = #"{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}"#
        #expect(
            schema == #"""
                {"type":"object","properties":{"success":{"description":"What it came to.","type":"array",\#
                "items":\#(integer)},\#
                "failure":{"description":"Why it came to nothing.","$ref":"#/$defs/CodableError"}},\#
                "minProperties":1,"maxProperties":1,"additionalProperties":false}
                """#)
        #expect(definitions.all.map(\.name) == ["CodableError"])
    }

    @Test func `its case is part of a path of cases`() {
        var path = ["finish"]
        Result<[Int], CodableError>.success([]).addCasePath(to: &path)
        #expect(path == ["finish", "success"])
        Outcome.failure(CodableError(name: "a", message: "b")).addCasePath(to: &path)
        #expect(path == ["finish", "success", "failure"])
    }
}

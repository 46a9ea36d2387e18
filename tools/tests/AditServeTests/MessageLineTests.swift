import Adit
import AditLibrary
import NIOCore
import Testing

@testable import AditServe

/// The message for a core that a line is passed on as; nil if the line names no core, or two.
private func message(of line: String) -> String? {
    line.withBytes { bytes in
        let parts = LineParts(bytes)
        guard let cut = parts.core?.cut, !parts.isCoreDoubled else { return nil }
        return bytes.prefix(cut.lowerBound).text + bytes.suffix(from: cut.upperBound).text
    }
}

/// GIVEN lines of clients WHEN they are passed to cores THEN `@core` is cut out, and nothing else is another.
@Suite struct LinePartsTests {
    @Test(arguments: [
        (#"{"@core":"a","todo":1,"@id":2}"#, #"{"todo":1,"@id":2}"#),
        (#"{"todo":1, "@core":"a"}"#, #"{"todo":1}"#),
        (#"{"@core":"a"}"#, "{}"),
    ])
    func aMessageIsTheLineWithoutItsCore(line: String, expected: String) {
        #expect(message(of: line) == expected)
    }

    /// Bug: without `@core` and the comma beside it, the rest was JSON, and the core took it.
    @Test(arguments: [
        #"{"@core":"a" "todo":{}}"#, #"{"@core":"a",}"#, #"{"todo":{}, "@core":"a",}"#, #"{"@core":"a","todo":{}"#,
        #"{"@core":"a","todo":{}}}"#,
    ])
    func aLineThatIsNotJSONIsPassedOnWholeForTheCoreToRefuse(line: String) throws {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: line) }
        #expect(message(of: line) == line)
    }

    /// Bug: the other spelling was left in the message.
    @Test(arguments: [
        #"{"@core":"a","\u0040core":"b"}"#, #"{"\u0040core":"b","@core":"a"}"#, #"{"@core":"a","@core":"b"}"#,
    ])
    func aCoreThatIsThereTwiceIsKnownInEverySpelling(line: String) {
        #expect(line.withBytes { LineParts($0).isCoreDoubled })
    }
}

/// GIVEN messages of cores WHEN they are lines for clients THEN they have the core's name, and not the client's.
@Suite struct CoreOutputTests {
    @Test(arguments: [
        (#"{"todo":1,"@client":"c","@id":2}"#, #"{"todo":1,"@id":2,"@core":"a"}"#, #"{"todo":1,"@core":"a"}"#),
        (#"{"todo":1,"@id":2,"@client":"c"}"#, #"{"todo":1,"@id":2,"@core":"a"}"#, #"{"todo":1,"@core":"a"}"#),
        (#"{"todo":1}"#, #"{"todo":1,"@core":"a"}"#, #"{"todo":1,"@core":"a"}"#),
    ])
    func aLineHasTheCoresName(message: String, withID: String, withoutID: String) {
        let suffix = ByteBuffer(string: #","@core":"a"}"#)
        message.withBytes { bytes in
            let output = CoreOutput(bytes)
            for (keepsID, expected) in [(true, withID), (false, withoutID)] {
                var line = ByteBuffer()
                line.append(count: output.lineCount(suffix, keepsID: keepsID)) {
                    output.writeLine(to: &$0, suffix, keepsID: keepsID)
                }
                #expect(String(buffer: line) == expected)
            }
        }
    }
}

/// GIVEN calls of hosts WHEN they are read THEN their texts are known, or they are refused.
@Suite struct HostLineTests {
    @Test func aTextReachesToTheLastBrace() {
        #"{"@host":{"call":"send"},"@id":1,"@text":{"x" }"#.withBytes { line in
            let parts = HostLine(line)
            #expect(parts.isSound)
            #expect(parts.call?.text == #"{"call":"send"}"#)
            #expect(parts.id?.text == "1")
            #expect(parts.text.text == #"{"x" "#)
        }
    }

    /// Bug: a core was opened without its config where a space was before it.
    @Test(arguments: [
        #"{"@host":{"call":"open"}, "@text":{"store":{}}}"#, #"{"@host":{"call":"open"},"text":{}}"#,
        #"{"@host":{"call":"open"} "@text":{}}"#, #"{"@host":{"call":"open"},"@id":1 "@text":{}}"#,
        #"{"@host":{"call":"open"},"@id":1,}"#,
    ])
    func whatIsNoTextIsNotLeftOut(line: String) {
        #expect(line.withBytes { !HostLine($0).isSound })
    }

    /// Bug: the process took no frame any more, as this is longer than the name of one.
    @Test func aCallThatNoFrameHoldsIsRefused() {
        for (count, isSound) in [((1 << 20) - 1, true), (1 << 20, false)] {
            let call = #"{"call":""# + String(repeating: "x", count: count - 11) + #""}"#
            #expect(call.utf8.count == count)
            #expect(#"{"@host":\#(call)}"#.withBytes { HostLine($0).isSound } == isSound)
            var bytes = ByteBuffer()
            call.withBytes { bytes.write(Frame(.call, name: $0)) }
            #expect(Frame.take(from: &bytes) { _ in true } == isSound)
        }
    }
}

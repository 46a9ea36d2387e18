import Adit
import AditJSON
import Testing

@testable import AditHost

/// GIVEN a message WHEN it is written with the id of what caused it THEN it is an object that has it, too.
struct EnvelopeWriterTests {
    @Test(arguments: [
        ("{}", MessageID.number(7), #"{"@id":7}"#), (#"{"a":{}}"#, .number(-7), #"{"a":{},"@id":-7}"#),
        (#"{"a":"{"}"#, .text("é\""), #"{"a":"{","@id":"é\""}"#),
    ])
    func `an id is written beside what a message has, if anything`(message: String, id: MessageID, text: String) throws
    {
        let writer = JSONWriter()
        writer.write(json: "{")
        try writer.writeMessage(of: Cause(id: id)) { $0.write(json: message) }
        #expect(writer.text == "{" + text)
        #expect(JSON(UnsafeRawBufferPointer(rebasing: writer.bytes[1...])) != nil)
    }
}

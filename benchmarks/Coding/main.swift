// What it costs to decode the todo core's `add` and to encode its answer, beyond a check of its text.
//
//     CodingBenchmark parse|code COUNT
//
// "parse" checks the text of the message COUNT times; "code" reads it as a message, and encodes the answer.

import Adit
import AditJSON
import AditState
import TodoCore

let text = #"{"todo":{"request":{"add":{"item":{"text":"Buy milk"}}}}}"#
guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    fatalError("usage: CodingBenchmark parse|code COUNT")
}
let codes = CommandLine.arguments[1] == "code"
let bytes = Array(text.utf8)

/// Answers an `add`.
func answer(_ reader: JSONReader, _ writer: JSONWriter) throws(CodingFailure) {
    guard case .todo(.request(.add(let item))) = try Message(reading: reader) else { fatalError() }
    writer.truncate(to: 0)
    try encodeWire(Message.todo(.response(.wasAdded(item))), to: writer)
}

let writer = JSONWriter()

// Ids and dates come from a core, as they do there.
let environment = CoreEnvironment(context: .live) { _ in }
environment.enter()
for _ in 0..<count {
    try bytes.withUnsafeBytes { bytes in
        try JSONReader.read(bytes, as: "a message that is") { (reader) throws(CodingFailure) in
            if codes { try answer(reader, writer) }
        }
    }
}
environment.leave()
precondition(!codes || count == 0 || writer.count > 100)

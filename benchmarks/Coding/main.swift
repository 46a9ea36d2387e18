// What it costs to decode the todo core's `add` and to encode its answer, beyond a check of its text.
//
//     CodingBenchmark parse|code COUNT
//
// "parse" checks the text of the message COUNT times; "code" reads it as a message, and encodes the answer.

import Adit
import TodoCore

let text = #"{"todo":{"request":{"add":{"item":{"text":"Buy milk"}}}}}"#
guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    fatalError("usage: CodingBenchmark parse|code COUNT")
}
let codes = CommandLine.arguments[1] == "code"
let bytes = Array(text.utf8)

/// Answers an `add`.
func answer(_ reader: JSONReader) throws(CodingFailure) -> JSONWriter {
    guard case .todo(.request(.add(let item))) = try Message(reading: reader) else { fatalError() }
    let writer = JSONWriter()
    try Message.todo(.response(.wasAdded(item))).write(to: writer)
    return writer
}

var written = 0
// Ids and dates are drawn, as they are in a core.
try withDependencies {
    $0.context = .live
} operation: {
    for _ in 0..<count {
        try bytes.withUnsafeBytes { bytes in
            try JSONReader.read(bytes, depth: 64) { (reader) throws(CodingFailure) in
                if codes { written = try answer(reader).count }
            }
        }
    }
}
precondition(!codes || count == 0 || written > 100)

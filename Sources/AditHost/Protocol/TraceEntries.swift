import Adit
import AditJSON

/// The entries of a trace, in `@trace`. A core only sends them.
package struct TraceEntries: WireCodable {
    private let trace: Trace

    package init(of trace: Trace) { self.trace = trace }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        throw reader.expected("no trace: a core only sends one")
    }

    package func write(to writer: JSONWriter) { trace.write(to: writer) }

    package static func schema(in _: SchemaDefinitions) -> Schema {
        let count = Schema.integer(0...Int64.max)
        let number = Schema.Member("n", "The entry's number, from 1 on.", count)
        let from = Schema.Member(
            "from", "The number of the cause; absent if the cause is outside or unknown.", .optional(count))
        let at = Schema.Member("at", "When it began: the system's date, or that of a virtual clock.", .timestamp)
        let took = Schema.Member(
            "nanoseconds",
            "How long the message took to be handled, without what it caused; absent on a virtual clock.",
            .optional(count))
        let answered = Schema.Member(
            "nanoseconds", "How long the host took to answer first; absent before.", .optional(count))
        let failure = Schema.Member("error", "The reason of a failure.", .optional(.string))
        let useCases = Schema.Member(
            "useCases", "The requests to use cases, as far as these are traced.",
            .optional(.array(.members([Schema.Member("useCase", "", .string), Schema.Member("request", "", .string)]))))
        let cases = "Its cases, separated by dots."
        let value = Schema.Member("value", "The message.", .any)
        return .array(
            .anyOf([
                .members([
                    number, Schema.Member("message", "A message from outside. " + cases, .string),
                    Schema.Member("id", "The @id beside it.", .optional(.any)),
                    Schema.Member(
                        "client", "The client that the host sent it for; absent for its own messages.",
                        .optional(.string)),
                    Schema.Member(
                        "handled", "False if no feature handled it.", hasDefault: true, .constant(false)),
                    value, useCases, failure, at, took,
                ]),
                .members([
                    number, from, Schema.Member("output", "A message of the app's code. " + cases, .string), value,
                    useCases, failure, at, took,
                ]),
                .members([
                    number, from, Schema.Member("effect", "An effect, by its number.", count), useCases, failure, at,
                ]
                ),
                .members([
                    number, from, Schema.Member("request", "The id of an @effect.", .string),
                    Schema.Member("gateway", "The requested gateway.", .string),
                    Schema.Member("value", "The request.", .any), at, answered,
                ]),
            ]))
    }
}

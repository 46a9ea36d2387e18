import Adit
import AditJSON

// The catalog's schemas of figures and traces.
extension ControlMessages {
    /// The schema of a core's message figures.
    static var figures: Schema {
        .members([
            Schema.Member("mostEffects", "The most effects that were in flight when a message came.", count),
            Schema.Member("mostCaused", "The most messages that waited at once, caused by others.", count),
            Schema.Member(
                "messages", "By the cases of the messages, with dots between.",
                .dictionary(
                    keys: nil,
                    .members([
                        Schema.Member("count", "How many came.", count),
                        Schema.Member("failures", "How many of them failed.", count),
                        Schema.Member("nanoseconds", "How long they took together.", count),
                        Schema.Member("longest", "How many nanoseconds the longest took.", count),
                    ]))),
        ])
    }

    /// The schema of an entry of the trace.
    static var traceEntry: Schema {
        let number = Schema.Member("n", "Its number, which counts from 1.", count)
        let from = Schema.Member(
            "from", "The number of what caused it; absent where that came from outside, or is not known.",
            .optional(count))
        let failure = Schema.Member("error", "Why it failed.", .optional(.string))
        let useCases = Schema.Member(
            "useCases", "What use cases were asked for, as far as these are traced.",
            .optional(.array(.members([Schema.Member("useCase", "", .string), Schema.Member("request", "", .string)]))))
        let cases = "Its cases, with dots between."
        let value = Schema.Member("value", "The message.", .any)
        return .anyOf([
            .members([
                number, Schema.Member("message", "A message from outside. " + cases, .string),
                Schema.Member("id", "The @id beside it.", .optional(.any)),
                Schema.Member(
                    "client", "On whose behalf the host sent it; absent where it was its own.", .optional(.string)),
                Schema.Member("handled", "That nobody handled it.", hasDefault: true, .constant(false)),
                value, useCases, failure,
            ]),
            .members([
                number, from, Schema.Member("output", "A message that was put out. " + cases, .string), value, useCases,
                failure,
            ]),
            .members([number, from, Schema.Member("effect", "An effect, by its number.", count), useCases, failure]),
            .members([
                number, from, Schema.Member("request", "The id of an @effect.", .string),
                Schema.Member("gateway", "Which gateway was asked.", .string),
                Schema.Member("value", "What it was asked.", .any),
            ]),
        ])
    }
}

import AditJSON

/// Adit's own messages, as the catalog describes them: those of every app, whose keys begin with `@`.
enum OwnMessages {
    /// What a host may put beside a message.
    static var beside: [Schema.Member] {
        [
            Schema.Member(
                "@id", "Comes back beside everything that the message causes; a string has up to 255 bytes.", identity)
        ]
    }

    /// What a host may send instead of a message of the app.
    static var toCore: [Schema.Case] {
        [
            Schema.Case("@get", "Asks for a part of the state; @value answers.", .labelled([path])),
            Schema.Case("@close", "Closes in order: what was sent before is handled first.", .none),
        ]
    }

    /// What a host hears beside an app's own messages.
    static func toHost(gateways: [Gateway]) -> [Schema.Case] {
        let effects = Schema.Case("@effect", "Work for the host.", .value(.anyOf(gateways.map(effect))))
        return [
            Schema.Case(
                "@value", "A part of the state.",
                .labelled([
                    path,
                    Schema.Member("revision", "How many messages have changed the state.", .integer(0...Int64.max)),
                    Schema.Member("value", "What is there; absent where the path leads nowhere.", .optional(.any)),
                ])),
            Schema.Case(
                "@error", "A message failed in the core.",
                .labelled([
                    Schema.Member("code", "Why it failed.", .texts(errorCodes)),
                    Schema.Member("message", "What went wrong.", .string),
                    Schema.Member("path", "The cases of the message, with dots between.", .optional(.string)),
                ])),
            Schema.Case("@closed", "The core has closed; this is its last message.", .none),
        ] + (gateways.isEmpty ? [] : [effects])
    }

    typealias Gateway = (name: String, request: Schema, reply: Schema?)

    private static func effect(of gateway: Gateway) -> Schema {
        .members([
            Schema.Member("id", "The name of this piece of work, never used twice.", .string),
            Schema.Member("gateway", "Which gateway is asked.", .texts([Schema.Choice(gateway.name)])),
            Schema.Member("request", "What it is asked.", gateway.request),
            Schema.Member("reply", "False: no answer is expected.", hasDefault: gateway.reply != nil, .constant(false)),
        ])
    }

    /// The codes of `adit.h` that an `@error` may have.
    private static var errorCodes: [Schema.Choice] {
        [
            Schema.Choice("ehandler", "The app's code threw; the message left no trace in the state."),
            Schema.Choice("ecascade", "The message caused too many others."),
            Schema.Choice("eclosed", "The core closed before the message was handled."),
            Schema.Choice("emessage", "The message, or the part of the state, cannot be written as JSON."),
        ]
    }

    private static var identity: Schema {
        .anyOf([.text(maxLength: 255), .integer(Int64.min...Int64.max)])
    }

    private static var path: Schema.Member {
        Schema.Member(
            "path", "A JSON Pointer (RFC 6901), such as /items; the whole state is the empty one.",
            .text(pattern: Schema.pointerPattern))
    }
}

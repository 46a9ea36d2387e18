import Adit
import AditJSON

/// Adit's own messages, as the catalog describes them: those of every app, whose keys begin with `@`.
enum OwnMessages {
    /// What a host may put beside a message of the app.
    static func with(gateways: [Gateway]) -> Schema.Member {
        Schema.Member("@with", "Dependencies for this message and all it causes.", overrides(gateways))
    }

    /// What may stand beside every message.
    static var id: Schema.Member {
        Schema.Member(
            "@id", "Comes back beside everything that the message causes; a string has up to 255 bytes.", identity)
    }

    /// What a host may send instead of a message of the app.
    static var toCore: [Schema.Case] {
        [
            Schema.Case("@get", "Asks for a part of the state; @value answers.", .labelled([path])),
            Schema.Case(
                "@reply", "Answers an @effect: by a result or by an error.",
                .value(
                    .anyOf([
                        reply(with: "result", "What was asked for."), reply(with: "error", "Why there is no result."),
                    ]))),
            Schema.Case(
                "@advance", "Moves a virtual clock on; what becomes due happens in order.",
                .labelled([
                    Schema.Member("by", "Milliseconds.", .integer(0...Int64(AdvanceRequest.longest)))
                ])),
            Schema.Case("@stats", "Asks how the core is; @stats answers.", .none),
            Schema.Case("@close", "Closes in order: what was sent before is handled first.", .none),
        ]
    }

    /// What a host hears beside an app's own messages.
    static func toHost(gateways: [Gateway]) -> [Schema.Case] {
        let effects = Schema.Case("@effect", "Work for the host.", .value(.anyOf(gateways.map(effect))))
        let cancel = Schema.Case(
            "@cancel", "Nobody waits for an effect's answer any more.",
            .labelled([Schema.Member("effect", "The id of the @effect.", .string)]))
        return [
            Schema.Case(
                "@value", "A part of the state.",
                .labelled([
                    path,
                    Schema.Member("revision", "How many messages have changed the state.", count),
                    Schema.Member("value", "What is there; absent where the path leads nowhere.", .optional(.any)),
                ])),
            Schema.Case(
                "@error", "A message or an effect failed in the core.",
                .labelled([
                    Schema.Member("code", "Why it failed.", .texts(errorCodes)),
                    Schema.Member("message", "What went wrong.", .string),
                    Schema.Member(
                        "path", "The cases of the message, with dots between; absent for an effect.", .optional(.string)
                    ),
                ])),
            Schema.Case(
                "@log", "A line of the core's log.",
                .labelled([
                    Schema.Member(
                        "level", "How grave it is.", .texts(Logger.Level.allCases.map { Schema.Choice($0.rawValue) })),
                    Schema.Member("message", "What happened.", .string),
                    Schema.Member("metadata", "More of it.", .optional(.dictionary(keys: nil, .string))),
                    Schema.Member("source", "The file and the line.", .string),
                ])),
            Schema.Case(
                "@gap", "Log lines were dropped, as too many waited.",
                .labelled([Schema.Member("lines", "How many.", count)])),
            Schema.Case(
                "@stats", "How the core is.",
                .labelled([
                    Schema.Member("revision", "How many messages have changed the state.", count),
                    Schema.Member("queued", "Messages that wait to be handled.", count),
                    Schema.Member("effects", "Effects in flight.", count),
                    Schema.Member("timers", "Timers that are not due yet.", count),
                    Schema.Member("requests", "Effects that the host has not answered yet.", count),
                    Schema.Member(
                        "ignoredReplies", "Replies that came late, twice, or for nothing that was asked.", count),
                ])),
            Schema.Case("@closed", "The core has closed; this is its last message.", .none),
        ] + (gateways.isEmpty ? [] : [effects, cancel])
    }

    typealias Gateway = AppDescription.Gateway

    private static func effect(of gateway: Gateway) -> Schema {
        var members = [
            Schema.Member("id", "The name of this piece of work, never used twice.", .string),
            Schema.Member("gateway", "Which gateway is asked.", .texts([Schema.Choice(gateway.name)])),
            Schema.Member("request", "What it is asked.", gateway.request),
        ]
        switch gateway.replies {
        case .none: members.append(Schema.Member("reply", "No answer is expected.", .constant(false)))
        case .one:
            members.append(
                Schema.Member(
                    "reply", "False: no answer is expected; absent: one is.", hasDefault: true, .constant(false)))
        case .many:
            members.append(Schema.Member("reply", "As many answers as there are.", .texts([Schema.Choice("many")])))
        }
        return .members(members)
    }

    /// An `@reply` that has one of two keys, or neither, which says that there is nothing to be said.
    private static func reply(with key: String, _ doc: String) -> Schema {
        .members([
            Schema.Member("effect", "The id of the @effect.", .string),
            Schema.Member(key, doc, .optional(.any)),
            Schema.Member(
                "more", "True: another answer to the same effect may follow, as it may for a source.", hasDefault: true,
                .boolean),
        ])
    }

    /// What `Overrides` reads.
    private static func overrides(_ gateways: [Gateway]) -> Schema {
        let number = Schema.integer(Int64.min...Int64.max)
        let fixtures = gateways.map { gateway in
            let doc = gateway.replies == .many ? "All its items" : "Its reply"
            return Schema.Member(gateway.name, doc + ", or an object with the one key error.", .optional(.any))
        }
        return .members([
            Schema.Member("date", "The date.", .optional(.timestamp)),
            Schema.Member(
                "uuid", "Where ids come from.",
                .optional(
                    .cases([
                        Schema.Case("fixed", "All are this one.", .value(.uuid)),
                        Schema.Case(
                            "counting", "They count.",
                            .labelled([Schema.Member("from", "The first one.", hasDefault: true, number)])),
                        Schema.Case("seeded", "They are those of a generator with this seed.", .value(number)),
                    ]))),
            Schema.Member("random", "The seed of the random numbers.", .optional(number)),
            Schema.Member("gateways", "What stands for the answers of gateways.", .optional(.members(fixtures))),
        ])
    }

    private static var count: Schema { .integer(0...Int64.max) }

    /// The codes of `adit.h` that an `@error` may have.
    private static var errorCodes: [Schema.Choice] {
        [
            Schema.Choice("ehandler", "The app's code threw; the message left no trace in the state."),
            Schema.Choice("ecascade", "The message caused too many others."),
            Schema.Choice("eclosed", "The core closed before the message was handled."),
            Schema.Choice("efull", "More effects were asked for than limits.effects allows."),
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

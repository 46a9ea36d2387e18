import Adit
import AditJSON

/// The catalog's schemas of the control messages, which every app has and whose keys begin with `@`.
enum ControlMessages {
    /// The key `@with`, which a host may put beside a message of the app.
    static func with(gateways: [Gateway]) -> Schema.Member {
        Schema.Member("@with", "Dependencies for this message and all it causes.", overrides(gateways))
    }

    /// The key `@id`, which may stand beside every message.
    static var id: Schema.Member {
        Schema.Member(
            "@id", "Comes back beside everything that the message causes; a string has up to 255 bytes.", identity)
    }

    /// The key `@client`, which stands beside the messages that a client's message caused.
    static var client: Schema.Member {
        Schema.Member(
            "@client", "On whose behalf the host sent what caused this, by adit_submit; absent where it was its own.",
            .string)
    }

    /// The messages that a host may send instead of a message of the app.
    static var toCore: [Schema.Case] {
        [
            Schema.Case(
                "@get", "Asks for a part of the state; @value answers.",
                .labelled([
                    wholeOr("A JSON Pointer (RFC 6901), such as /items; the whole state unless it is given."),
                    Schema.Member(
                        "from", "Of a list: the position of the first element that is asked for.", .optional(count)),
                    Schema.Member("limit", "Of a list: how many elements are asked for at most.", .optional(count)),
                    Schema.Member(
                        "revision",
                        "As it was at this revision, where a store's journal knows; as it is unless it is given.",
                        .optional(count)),
                ])),
            Schema.Case(
                "@subscribe",
                "Asks for a part of the state, and for what becomes of it; @value answers, @patch follows.",
                .labelled([
                    Schema.Member(
                        "subscription", "The name of the subscription; the path unless it is given.", .optional(.string)
                    ),
                    wholeOr("A JSON Pointer (RFC 6901), such as /items; the whole state unless it is given."),
                ])),
            Schema.Case(
                "@unsubscribe", "Ends a subscription, or all of a client.",
                .value(
                    .anyOf([
                        .members([
                            Schema.Member("subscription", "The name of the subscription.", .string),
                            Schema.Member(
                                "client", "Whose it is; the sender's unless it is given.", .optional(.string)),
                        ]),
                        .members([
                            Schema.Member(
                                "client", "Whose subscription is ended, or whose are; for the host alone.", .string),
                            Schema.Member(
                                "subscription", "The name of the subscription; all unless it is given.",
                                .optional(.string)),
                        ]),
                    ]))),
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
            Schema.Case("@trace", "Asks what led to what; @trace answers. The config's trace has to be set.", .none),
            Schema.Case("@close", "Closes in order: what was sent before is handled first.", .none),
        ] + transfersToCore
    }

    /// The messages that a host receives in addition to the app's.
    static func toHost(gateways: [Gateway]) -> [Schema.Case] {
        let effects = Schema.Case("@effect", "Work for the host.", .value(.anyOf(gateways.map(effect))))
        let cancel = Schema.Case(
            "@cancel", "Nobody waits for an effect's answer any more.",
            .labelled([Schema.Member("effect", "The id of the @effect.", .string)]))
        return [
            Schema.Case(
                "@value", "A part of the state.",
                .labelled([
                    Schema.Member("subscription", "The subscription that it is told for, if any.", .optional(.string)),
                    path,
                    Schema.Member("revision", "How many messages have changed the state.", count),
                    Schema.Member("value", "What is there; absent where the path leads nowhere.", .optional(.any)),
                    Schema.Member("from", "Of a part of a list: the position of its first element.", .optional(count)),
                    Schema.Member(
                        "count", "Of a part of a list: how many elements there are in all.", .optional(count)),
                ])),
            Schema.Case(
                "@patch", "What has become of a part that is followed.",
                .labelled([
                    Schema.Member("subscription", "The name of the subscription.", .string),
                    Schema.Member("from", "The revision that was told of last.", count),
                    Schema.Member("revision", "How many messages have changed the state.", count),
                    Schema.Member(
                        "ops", "Operations of RFC 6902, for the value at the subscription's path.", .array(operation)),
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
                    Schema.Member("unhandled", "Messages of the host that no feature is there for.", count),
                    Schema.Member("figures", "Figures of the messages, where the app keeps any.", .optional(figures)),
                ])),
            Schema.Case(
                "@trace", "What led to what.",
                .labelled([
                    Schema.Member("entries", "The last things that happened, the oldest first.", .array(traceEntry)),
                    Schema.Member("text", "The same for people: each below what caused it.", .string),
                ])),
            Schema.Case("@closed", "The core has closed; this is its last message.", .none),
        ] + transfersToHost + (gateways.isEmpty ? [] : [effects, cancel])
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

    /// The schema of an `@reply` with one of two keys, or with neither for an empty answer.
    private static func reply(with key: String, _ doc: String) -> Schema {
        .members([
            Schema.Member("effect", "The id of the @effect.", .string),
            Schema.Member(key, doc, .optional(.any)),
            Schema.Member(
                "more", "True: another answer to the same effect may follow, as it may for a source.", hasDefault: true,
                .boolean),
        ])
    }

    /// The schema of ``Overrides``.
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

    /// The schema of an operation of RFC 6902; Adit uses these of the six.
    private static var operation: Schema {
        let path = Schema.Member(
            "path", "Where, from the subscription's path on.", .text(pattern: Schema.pointerPattern))
        func op(_ words: String...) -> Schema.Member {
            Schema.Member("op", "", .texts(words.map { Schema.Choice($0) }))
        }
        return .anyOf([
            .members([op("add", "replace"), path, Schema.Member("value", "The new value.", .optional(.any))]),
            .members([op("remove"), path]),
            .members([
                op("move"), Schema.Member("from", "From where.", .text(pattern: Schema.pointerPattern)), path,
            ]),
        ])
    }

    private static func wholeOr(_ doc: String) -> Schema.Member {
        Schema.Member("path", doc, hasDefault: true, .text(pattern: Schema.pointerPattern))
    }

    static var count: Schema { .integer(0...Int64.max) }

    /// The codes of `adit.h` that an `@error` may have.
    private static var errorCodes: [Schema.Choice] {
        [
            Schema.Choice("ehandler", "The app's code threw; the message left no trace in the state."),
            Schema.Choice("ecascade", "The message caused too many others."),
            Schema.Choice("eclosed", "The core closed before the message was handled."),
            Schema.Choice(
                "efull",
                "More effects or subscriptions were asked for than limits.effects or limits.subscriptions allows."),
            Schema.Choice(
                "estore", "What the batch changed could not be stored, and left no trace; or a file failed otherwise."),
            Schema.Choice("elocked", "The batch could not be stored, as somebody else holds a lock on the store."),
            Schema.Choice("enomem", "The system had no memory or no descriptor left for a file."),
            Schema.Choice(
                "edenied", "A client answered what was not asked of it; or a file is not in the folder of the config."),
            Schema.Choice("ereplay", "What is replayed came out otherwise than it was recorded, or is damaged."),
            Schema.Choice(
                "emessage",
                "The message, or the part of the state, cannot be written as JSON; or a file has no state of the app."),
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

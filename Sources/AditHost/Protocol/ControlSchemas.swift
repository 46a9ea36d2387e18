import Adit
import AditJSON

/// The schemas of an app's control messages: those of their types, with the gateways of the app.
enum ControlSchemas {
    /// The messages that a host may send instead of a message of the app.
    static var toCore: [Schema.Case] { cases(of: ControlMessage.self) }

    /// The messages that a host receives in addition to the app's.
    static func toHost(gateways: [Gateway]) -> [Schema.Case] {
        cases(of: HostMessage.self).compactMap { message in
            switch message.name {
            case "@effect" where gateways.isEmpty, "@cancel" where gateways.isEmpty: nil
            case "@effect":
                Schema.Case(message.name, message.doc, .value(.anyOf(gateways.map { effect(message, of: $0) })))
            default: message
            }
        }
    }

    /// The config of a core.
    static var config: Schema { resolved(Config.self) }

    /// The key `@with`, which a host may put beside a message of the app.
    static func with(gateways: [Gateway]) -> Schema.Member {
        let fixtures = gateways.map { gateway in
            let doc = gateway.replies == .many ? "All its items" : "Its reply"
            return Schema.Member(gateway.name, doc + ", or an object with the one key error.", .optional(.any))
        }
        let members = members(of: resolved(Overrides.self)).map { member in
            member.name == "gateways" ? member.with(.optional(.members(fixtures))) : member
        }
        return Schema.Member("@with", "Dependencies for this message and all it causes.", .members(members))
    }

    /// The key `@group`, which a host may put beside a message of the app.
    static var group: Schema.Member {
        Schema.Member(
            "@group", "Consecutive messages of a group are undone together; up to 255 bytes.",
            .text(maxLength: 255))
    }

    /// The key `@id`, which may stand beside every message.
    static var id: Schema.Member {
        Schema.Member(
            "@id", "Comes back beside everything that the message causes; a string has up to 255 bytes.",
            .anyOf([.text(maxLength: 255), .integer(Int64.min...Int64.max)]))
    }

    /// The key `@client`, which stands beside the messages that a client's message caused.
    static var client: Schema.Member {
        Schema.Member(
            "@client",
            "The client for which the host sent the cause, by adit_submit; absent for the host's own messages.", .string
        )
    }

    /// The keys that may stand beside the messages that a host receives.
    static var besideOutput: [Schema.Member] {
        [
            id, client,
            Schema.Member(
                "@cursor", "Acknowledges the message and those before it, by @heard; absent without redelivery.",
                .integer(1...Int64.max)),
            Schema.Member("@again", "The message may have been delivered before; absent otherwise.", .constant(true)),
        ]
    }

    typealias Gateway = AppDescription.Gateway

    /// Returns the schema of an `@effect` for one gateway.
    private static func effect(_ message: Schema.Case, of gateway: Gateway) -> Schema {
        guard case .labelled(let members) = message.payload else { return .any }
        return .members(
            members.map { member in
                switch member.name {
                case "gateway": member.with(.texts([Schema.Choice(gateway.name)]))
                case "request": member.with(gateway.request)
                case "reply": reply(to: gateway)
                default: member
                }
            })
    }

    private static func reply(to gateway: Gateway) -> Schema.Member {
        switch gateway.replies {
        case .none: Schema.Member("reply", "No answer is expected.", .constant(false))
        case .one:
            Schema.Member(
                "reply", "False if no answer is expected; absent if one is.", hasDefault: true, .constant(false))
        case .many: Schema.Member("reply", "Any number of answers is expected.", .texts([Schema.Choice("many")]))
        }
    }

    /// Returns the cases of a message's type, without references to other types.
    private static func cases<M: WireCodable>(of type: M.Type) -> [Schema.Case] {
        guard case .cases(let cases) = resolved(type) else { return [] }
        return cases
    }

    private static func members(of schema: Schema) -> [Schema.Member] {
        guard case .members(let members) = schema else { return [] }
        return members
    }

    private static func resolved<T: WireCodable>(_ type: T.Type) -> Schema {
        let definitions = SchemaDefinitions()
        return type.schema(in: definitions).resolved(in: definitions)
    }
}

extension Schema.Member {
    fileprivate func with(_ schema: Schema) -> Schema.Member {
        Schema.Member(name, doc, hasDefault: hasDefault, schema)
    }
}

import Adit
import AditJSON

/// The subscription that `@unsubscribe` ends: one of the sender's, one of a client, or all of a client.
package struct Unsubscription: WireCodable {
    /// The name of the subscription; nil for all of the client's.
    package let name: String?
    /// The client with the subscription; nil for the sender.
    package let client: String?

    @Model
    fileprivate struct Members {
        let subscription: String?
        let client: String?
    }

    package init(reading reader: JSONReader) throws(CodingFailure) {
        let members = try Members(reading: reader)
        guard members.subscription != nil || members.client != nil else {
            throw CodingFailure(path: "", reason: #"missing key "subscription""#)
        }
        (name, client) = (members.subscription, members.client)
    }

    package func write(to writer: JSONWriter) throws(CodingFailure) {
        try Members(subscription: name, client: client).write(to: writer)
    }

    package static func schema(in _: SchemaDefinitions) -> Schema {
        .anyOf([
            .members([
                Schema.Member("subscription", "The name of the subscription.", .string),
                Schema.Member("client", "The client with the subscription; the sender by default.", .optional(.string)),
            ]),
            .members([
                Schema.Member("client", "The client with the subscriptions. Only the host may name one.", .string),
                Schema.Member(
                    "subscription", "The name of the subscription; all of the client's by default.", .optional(.string)),
            ]),
        ])
    }
}

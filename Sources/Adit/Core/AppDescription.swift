import AditJSON
import AditState

/// What there is to say of an app: what a catalog is made of.
package struct AppDescription {
    package let name: String
    package let version: String
    /// The app's messages and its state; nil where its types are plain `Codable` ones, of which nothing is known.
    package let message: Schema?
    package let state: Schema?
    /// What it derives from its state.
    package let views: [Schema.Member]
    /// The gateways of the host that it uses; without a reply where none is expected.
    package let gateways: [Gateway]
    /// The types that these refer to.
    package let definitions: SchemaDefinitions

    package init(
        name: String, version: String, message: Schema?, state: Schema?, views: [Schema.Member],
        gateways: [Gateway], definitions: SchemaDefinitions
    ) {
        self.name = name
        self.version = version
        self.message = message
        self.state = state
        self.views = views
        self.gateways = gateways
        self.definitions = definitions
    }
}

extension AppDescription {
    /// A gateway of the host.
    package struct Gateway {
        package let name: String
        package let replies: Replies
        package let request: Schema
        package let reply: Schema?

        package init(name: String, replies: Replies, request: Schema, reply: Schema?) {
            self.name = name
            self.replies = replies
            self.request = request
            self.reply = reply
        }
    }
}

extension App {
    /// What a host can read: the members of the state, and the views; nil where the app's types have no schema.
    var readableParts: (schema: Schema, definitions: SchemaDefinitions)? {
        let definitions = SchemaDefinitions()
        guard let state = types.describe(definitions)?.state else { return nil }
        if views.isEmpty { return (state, definitions) }
        let views = Schema.members(views.map { Schema.Member($0.name, "", $0.schema(definitions)) })
        return (state.adding(Schema.Member(ViewRegistry<S>.key, "", views), definitions), definitions)
    }

    package var description: AppDescription {
        let definitions = SchemaDefinitions()
        let types = types.describe(definitions)
        return AppDescription(
            name: name, version: version, message: types?.message, state: types?.state,
            views: views.map { Schema.Member($0.name, "", $0.schema(definitions)) },
            gateways: gateways.map { gateway in
                AppDescription.Gateway(
                    name: gateway.name, replies: gateway.replies, request: gateway.requestSchema(in: definitions),
                    reply: gateway.replySchema(in: definitions))
            },
            definitions: definitions)
    }
}

import AditJSON

/// What there is to say of an app: what a catalog is made of.
package struct AppDescription {
    package let name: String
    package let version: String
    /// The app's messages and its state; nil where its types are plain `Codable` ones, of which nothing is known.
    package let message: Schema?
    package let state: Schema?
    /// The gateways of the host that it uses; without a reply where none is expected.
    package let gateways: [(name: String, request: Schema, reply: Schema?)]
    /// The types that these refer to.
    package let definitions: SchemaDefinitions

    package init(
        name: String, version: String, message: Schema?, state: Schema?,
        gateways: [(name: String, request: Schema, reply: Schema?)], definitions: SchemaDefinitions
    ) {
        self.name = name
        self.version = version
        self.message = message
        self.state = state
        self.gateways = gateways
        self.definitions = definitions
    }
}

extension App {
    package var description: AppDescription {
        let definitions = SchemaDefinitions()
        let types = types.describe(definitions)
        return AppDescription(
            name: name, version: version, message: types?.message, state: types?.state,
            gateways: gateways.map { ($0.name, $0.requestSchema(in: definitions), $0.replySchema(in: definitions)) },
            definitions: definitions)
    }
}

import AditJSON
import AditState

/// A description of an app, for its catalog.
package struct AppDescription {
    package let name: String
    package let version: String
    /// The version of the stored state, and the oldest one that the app migrates.
    package let schemaVersion: Int
    package let migratesFrom: Int
    /// The schemas of the app's messages and state; nil for plain `Codable` types.
    package let message: Schema?
    package let state: Schema?
    /// Its views.
    package let views: [Schema.Member]
    /// The host's gateways that it uses.
    package let gateways: [Gateway]
    /// The stored form of its durable effects; nil if it has none.
    package let durable: Durable?
    /// The types that the schemas refer to.
    package let definitions: SchemaDefinitions

    package init(
        name: String, version: String, message: Schema?, state: Schema?, views: [Schema.Member],
        gateways: [Gateway], durable: Durable? = nil, definitions: SchemaDefinitions, schemaVersion: Int = 1,
        migratesFrom: Int = 1
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.migratesFrom = migratesFrom
        self.version = version
        self.message = message
        self.state = state
        self.views = views
        self.gateways = gateways
        self.durable = durable
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

extension AppDescription {
    /// The stored form of durable effects.
    package struct Durable {
        /// The messages of timers; nil if there are no timers.
        package let timers: Schema?
        /// The requests, by gateway.
        package let requests: [Schema.Member]

        package init(timers: Schema?, requests: [Schema.Member]) { (self.timers, self.requests) = (timers, requests) }
    }
}

extension App {
    /// The schema of the parts that a host can read, the members of the state and the views; nil if the app's types
    /// have no schema.
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
            durable: described(types?.message, definitions), definitions: definitions, schemaVersion: schemaVersion,
            migratesFrom: oldestMigrated)
    }

    private func described(_ message: Schema?, _ definitions: SchemaDefinitions) -> AppDescription.Durable? {
        guard let forms = durable, !forms.isEmpty else { return nil }
        var names: Set<ByteString> = []
        let gateways = forms.compactMap { $0.gateway }.filter { names.insert(ByteString($0.name)).inserted }
        return AppDescription.Durable(
            timers: message.flatMap { timers(of: forms.flatMap(\.cases), $0, definitions) },
            requests: gateways.map {
                Schema.Member($0.name, "", hasDefault: true, $0.requestSchema(in: definitions))
            })
    }

    /// Returns the schema of the messages of timers; nil if absent.
    private func timers(of names: [String], _ message: Schema, _ definitions: SchemaDefinitions) -> Schema? {
        let names = Set(names.map { ByteString($0) })
        if names.isEmpty { return nil }
        var schema = message
        if case .reference(let name) = schema, let found = definitions.all.first(where: { $0.name == name }) {
            schema = found.schema
        }
        guard case .cases(let cases) = schema else { return message }
        return .cases(cases.filter { names.contains(ByteString($0.name)) })
    }

    /// The oldest version from which migrations lead to the present one.
    private var oldestMigrated: Int {
        let versions = Set(migrations.map(\.from))
        var oldest = schemaVersion
        while versions.contains(oldest - 1) { oldest -= 1 }
        return oldest
    }
}

/// A message of the app, or of Adit.
public enum Message<App: Codable & Hashable & Sendable, Own: Codable & Hashable & Sendable>: Hashable, Sendable {
    case app(App)
    case adit(Own)

    fileprivate init(
        from decoder: any Decoder, _ members: KeyedDecodingContainer<MemberKey>, beside: [String], besideApp: [String]
    ) throws {
        let keys = Set(members.allKeys.map(\.stringValue)).subtracting(beside)
        guard let key = keys.first(where: { $0.hasPrefix("@") }) else {
            self = .app(try App(from: decoder))
            return
        }
        if let other = besideApp.first(where: { members.contains(MemberKey(stringValue: $0)) }) {
            throw members.failure("found \(other) beside \(key); it stands beside messages of the app only")
        }
        self = .adit(try Own(from: decoder))
    }

    fileprivate func encode(to encoder: any Encoder) throws {
        switch self {
        case .app(let message): try message.encode(to: encoder)
        case .adit(let message): try message.encode(to: encoder)
        }
    }
}

/// A message to the core, and what stands beside it.
public struct Sent<App: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var message: Message<App, AditToCore>
    /// A text or an integer, which is repeated beside all that the message causes.
    public var id: AditId?
    /// Dependencies of the message.
    public var with: AditWith?
    /// Consecutive messages of a group are undone together.
    public var group: String?

    public init(_ message: Message<App, AditToCore>, id: AditId? = nil, with: AditWith? = nil, group: String? = nil) {
        (self.message, self.id, self.with, self.group) = (message, id, with, group)
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberKey.self)
        try members.refuse(["@client", "@cursor", "@again"], in: "a message to the core")
        message = try Message(
            from: decoder, members, beside: ["@id", "@with", "@group"], besideApp: ["@with", "@group"])
        id = try members.decodeIfPresent(AditId.self, forKey: "@id")
        with = try members.decodeIfPresent(AditWith.self, forKey: "@with")
        group = try members.decodeIfPresent(String.self, forKey: "@group")
    }

    public func encode(to encoder: any Encoder) throws {
        try message.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberKey.self)
        try members.encodeIfPresent(id, forKey: "@id")
        try members.encodeIfPresent(with, forKey: "@with")
        try members.encodeIfPresent(group, forKey: "@group")
    }

    /// Reads a message.
    ///
    /// - Throws: ``MessageError``, which names the path of what has another form.
    public init(json: String) throws { self = try read(json) }
    public var json: String { get throws { try write(self) } }
}

/// A message to the host, and what stands beside it.
public struct Received<App: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var message: Message<App, AditToHost>
    /// The `@id` of the message that caused it.
    public var id: AditId?
    /// The client whose message caused it.
    public var client: String?
    /// Its number, by which `heard` acknowledges it.
    public var cursor: Int?
    /// Whether it may have been delivered before.
    public var again: Bool?

    public init(
        _ message: Message<App, AditToHost>, id: AditId? = nil, client: String? = nil, cursor: Int? = nil,
        again: Bool? = nil
    ) {
        (self.message, self.id, self.client, self.cursor, self.again) = (message, id, client, cursor, again)
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberKey.self)
        try members.refuse(["@with", "@group"], in: "a message to the host")
        message = try Message(from: decoder, members, beside: ["@id", "@client", "@cursor", "@again"], besideApp: [])
        id = try members.decodeIfPresent(AditId.self, forKey: "@id")
        client = try members.decodeIfPresent(String.self, forKey: "@client")
        cursor = try members.decodeIfPresent(Int.self, forKey: "@cursor")
        again = try members.decodeIfPresent(Bool.self, forKey: "@again")
    }

    public func encode(to encoder: any Encoder) throws {
        try message.encode(to: encoder)
        var members = encoder.container(keyedBy: MemberKey.self)
        try members.encodeIfPresent(id, forKey: "@id")
        try members.encodeIfPresent(client, forKey: "@client")
        try members.encodeIfPresent(cursor, forKey: "@cursor")
        try members.encodeIfPresent(again, forKey: "@again")
    }

    /// Reads a message.
    ///
    /// - Throws: ``MessageError``, which names the path of what has another form.
    public init(json: String) throws { self = try read(json) }
    public var json: String { get throws { try write(self) } }
}

extension KeyedDecodingContainer<MemberKey> {
    fileprivate func refuse(_ keys: [String], in what: String) throws {
        guard let key = keys.first(where: { contains(MemberKey(stringValue: $0)) }) else { return }
        throw failure("unknown key \"\(key)\" in \(what)")
    }
}

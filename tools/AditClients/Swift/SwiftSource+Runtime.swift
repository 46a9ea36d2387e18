extension SwiftSource {
    static let head = #"""
        /// A UUID of 36 characters.
        public typealias UUIDText = String
        /// A time, as of RFC 3339, with up to nanoseconds.
        public typealias Timestamp = String
        /// A day: 2026-11-21.
        public typealias Day = String
        """#

    static let runtime = #"""

        /// Any JSON.
        public enum JSONValue: Codable, Hashable, Sendable {
            case null, bool(Bool), integer(Int64), number(Double), text(String), list([JSONValue]), object([String: JSONValue])

            public init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() { self = .null }
                else if let bool = try? value.decode(Bool.self) { self = .bool(bool) }
                else if let integer = try? value.decode(Int64.self) { self = .integer(integer) }
                else if let number = try? value.decode(Double.self) { self = .number(number) }
                else if let text = try? value.decode(String.self) { self = .text(text) }
                else if let list = try? value.decode([JSONValue].self) { self = .list(list) }
                else { self = .object(try value.decode([String: JSONValue].self)) }
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .bool(let value): try container.encode(value)
                case .integer(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .text(let value): try container.encode(value)
                case .list(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }

            /// Reads a value as another type.
            public func decode<T: Decodable>(_ type: T.Type) throws -> T { try JSONDecoder().decode(type, from: JSONEncoder().encode(self)) }
        }

        struct MemberKey: CodingKey, ExpressibleByStringLiteral {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringLiteral value: String) { stringValue = value }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        /// A value that has another form. The text begins with its path.
        public struct MessageError: Error, CustomStringConvertible {
            public let description: String

            init(_ error: DecodingError) {
                let (context, more): (DecodingError.Context, String) =
                    switch error {
                    case .keyNotFound(let key, let context): (context, "missing key \"\(key.stringValue)\"")
                    case .typeMismatch(let type, let context): (context, "\(type) is expected; \(context.debugDescription)")
                    case .valueNotFound(let type, let context): (context, "found null; \(type) is expected")
                    case .dataCorrupted(let context): (context, context.debugDescription)
                    @unknown default: (.init(codingPath: [], debugDescription: ""), "\(error)")
                    }
                let path = context.codingPath.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
                description = "\(path.isEmpty ? "the message" : path): \(more)"
            }
        }

        extension Sent {
            public init(json: String) throws { self = try read(json) }
            public var json: String { get throws { try write(self) } }
        }

        extension Received {
            /// Reads a message.
            ///
            /// - Throws: ``MessageError``, which names the path of what has another form.
            public init(json: String) throws { self = try read(json) }
            public var json: String { get throws { try write(self) } }
        }

        private func read<T: Decodable>(_ text: String) throws -> T {
            do { return try JSONDecoder().decode(T.self, from: Data(text.utf8)) } catch let error as DecodingError { throw MessageError(error) }
        }

        func write(_ value: some Encodable) throws -> String { String(decoding: try JSONEncoder().encode(value), as: UTF8.self) }

        extension Decoder {
            /// The members of an object that has no others.
            func members(_ keys: [String]) throws -> KeyedDecodingContainer<MemberKey> {
                let members = try container(keyedBy: MemberKey.self)
                try members.refuseOthers(than: keys)
                return members
            }

            /// The members of an object with one of several keys, and that key.
            func onlyCase(_ keys: [String], beside: [String]) throws -> (KeyedDecodingContainer<MemberKey>, MemberKey) {
                let members = try members(keys + beside)
                let found = members.allKeys.filter { !beside.contains($0.stringValue) }
                guard found.count == 1 else {
                    throw members.failure("found \(found.count) keys; one of \(keys.joined(separator: ", ")) is expected")
                }
                return (members, found[0])
            }

            func unknown(_ key: MemberKey) -> DecodingError {
                .dataCorrupted(.init(codingPath: codingPath, debugDescription: "unknown key \"\(key.stringValue)\""))
            }
        }

        extension MemberKey {
            static func ~= (pattern: String, key: MemberKey) -> Bool { key.stringValue == pattern }
        }

        extension KeyedDecodingContainer<MemberKey> {
            func failure(_ text: String) -> DecodingError { .dataCorrupted(.init(codingPath: codingPath, debugDescription: text)) }

            func refuseOthers(than keys: [String]) throws {
                for key in allKeys where !keys.contains(key.stringValue) {
                    throw failure("unknown key \"\(key.stringValue)\"; one of \(keys.joined(separator: ", ")) is expected")
                }
            }

            /// The values of a case that has several.
            func values(_ key: MemberKey, _ keys: [String]) throws -> KeyedDecodingContainer<MemberKey> {
                let values = try nestedContainer(keyedBy: MemberKey.self, forKey: key)
                try values.refuseOthers(than: keys)
                return values
            }

            /// Refuses what stands beside messages of the app only.
            func refuseBesideAdit(_ keys: [String]) throws {
                let isOwn = allKeys.contains { !$0.stringValue.hasPrefix("@") }
                if !isOwn, let key = keys.first(where: { contains(MemberKey(stringValue: $0)) }) {
                    throw failure("found \(key) beside a message of Adit; it stands beside those of the app only")
                }
            }
        }

        /// What carries messages: a binding's core, or a connection to a server. Any thread may send.
        public protocol Transport: Sendable {
            /// Opens a core with a config. The function is called with each message, while the host drives the core.
            func open(app: String, config: String, receive: @escaping @Sendable (String) throws -> Void) throws
            /// Sends a message.
            func send(_ text: String) throws
        }

        /// What serves the requests to a gateway.
        struct Server: Sendable {
            /// Reads a request, and returns the work that answers it.
            let prepare: @Sendable (JSONValue, @escaping @Sendable ([String: JSONValue]) throws -> Void) throws -> @Sendable () async throws -> Void

            static func none<Q: Decodable & Sendable>(_ serve: @escaping @Sendable (Q) async throws -> Void) -> Server {
                Server { request, _ in
                    let request = try request.decode(Q.self)
                    return { try await serve(request) }
                }
            }

            static func one<Q: Decodable & Sendable, R: Encodable & Sendable>(_ serve: @escaping @Sendable (Q) async throws -> R) -> Server {
                Server { request, answer in
                    let request = try request.decode(Q.self)
                    return { try answer(["result": json(try await serve(request))]) }
                }
            }

            static func many<Q: Decodable & Sendable, R: Encodable & Sendable>(
                _ serve: @escaping @Sendable (Q) -> AsyncThrowingStream<R, any Error>
            ) -> Server {
                Server { request, answer in
                    let request = try request.decode(Q.self)
                    return {
                        for try await item in serve(request) { try answer(["result": json(item), "more": .bool(true)]) }
                        try answer([:])
                    }
                }
            }
        }

        private func json(_ value: some Encodable) throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) }
        """#
}

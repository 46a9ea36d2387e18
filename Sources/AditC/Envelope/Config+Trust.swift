extension Config {
    /// The permissions of clients: a list of keys, or an object with more members.
    struct Clients: Decodable {
        /// The allowed control messages, and `@with` if allowed.
        let messages: Set<String>

        /// All keys that can be allowed.
        static let words = ControlMessage.keys + ["@with"]

        private enum Key: CodingKey { case messages }

        init() { messages = [] }

        init(from decoder: any Decoder) throws {
            if let list = try? decoder.unkeyedContainer() {
                messages = try Clients.read(list)
                return
            }
            let container = try decoder.container(keyedBy: Key.self)
            guard container.contains(.messages) else {
                messages = []
                return
            }
            messages = try Clients.read(container.nestedUnkeyedContainer(forKey: .messages))
        }

        private static func read(_ list: any UnkeyedDecodingContainer) throws -> Set<String> {
            var (list, messages) = (list, Set<String>())
            while !list.isAtEnd {
                let word = try list.decode(String.self)
                guard words.contains(word) else {
                    throw DecodingError.dataCorruptedError(
                        in: list,
                        debugDescription: "found \"\(word)\"; one of \(words.joined(separator: ", ")) is expected")
                }
                messages.insert(word)
            }
            return messages
        }
    }

    /// The files that messages may name.
    struct Files: Decodable {
        /// The folder that the files are below.
        let folder: String

        private enum Key: CodingKey { case folder }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            folder = try container.decode(FilePath.self, forKey: .folder).path
        }
    }
}

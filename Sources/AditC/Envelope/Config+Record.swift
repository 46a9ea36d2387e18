extension Config {
    /// The recording of a core: a path, or an object with more members.
    struct Record: Decodable {
        let path: String
        let durability: Store.Durability

        private enum Key: CodingKey { case path, durability }

        init(path: String) { (self.path, durability) = (path, .normal) }

        init(from decoder: any Decoder) throws {
            if let file = try? FilePath(from: decoder) {
                (path, durability) = (file.path, .normal)
                return
            }
            let container = try decoder.container(keyedBy: Key.self)
            path = try container.decode(FilePath.self, forKey: .path).path
            durability =
                try container.decodeIfPresent(Word<Store.Durability>.self, forKey: .durability)?.value ?? .normal
        }
    }

    /// The path of a file.
    struct FilePath: Decodable {
        let path: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            path = try container.decode(String.self)
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "found \"\(path)\"; the path of a file is expected")
            }
        }
    }
}

import Adit
import AditJSON

extension Config {
    /// The store of a core's state.
    struct Store: Decodable {
        let path: String
        let durability: Durability
        let retention: Retention
        /// Whether to check the store without opening a core.
        let check: Bool
        /// The path for the recoverable data of a damaged store, which is not opened then; nil to open the store.
        let repair: String?

        enum Durability: String, CaseIterable { case full, normal }

        /// The amount of the journal that is kept.
        struct Retention: Decodable {
            /// The size of the entries in bytes.
            private(set) var bytes = 16 << 20
            /// The maximum age of an entry in seconds; nil for no limit.
            private(set) var seconds: Int?

            private enum Key: CodingKey { case bytes, seconds }

            init() {}

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                func read(_ key: Key) throws -> Int? {
                    guard let number = try container.decodeIfPresent(Int.self, forKey: key) else { return nil }
                    guard number >= 0 else {
                        throw DecodingError.dataCorruptedError(
                            forKey: key, in: container,
                            debugDescription: "found \(number); a number from 0 on is expected")
                    }
                    return number
                }
                bytes = try read(.bytes) ?? bytes
                seconds = try read(.seconds)
            }
        }

        private enum Key: CodingKey { case path, durability, retention, check, repair }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            path = try container.decode(String.self, forKey: .path)
            durability = try container.decodeIfPresent(Word<Durability>.self, forKey: .durability)?.value ?? .full
            retention = try container.decodeIfPresent(Retention.self, forKey: .retention) ?? Retention()
            check = try container.decodeIfPresent(Bool.self, forKey: .check) ?? false
            repair = try container.decodeIfPresent(String.self, forKey: .repair)
            if let repair, repair.isEmpty || repair.utf8.contains(0) {
                throw DecodingError.dataCorruptedError(
                    forKey: .repair, in: container,
                    debugDescription: "found \"\(repair)\"; the path of a new file is expected")
            }
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .path, in: container, debugDescription: "found \"\(path)\"; the path of a file is expected")
            }
        }
    }
}

import Adit

extension JSONValue {
    /// The members of a JSON object, in the order of the text. Keys are distinguished by their bytes.
    ///
    /// - Complexity: a lookup is O(1); removing is O(n). Small objects have no index: looking through a few keys is quicker.
    public struct Object: Sendable {
        public struct Member: Sendable {
            public let key: String
            public var value: JSONValue
        }

        private var members: [Member] = []
        private var index: [ByteString: Int] = [:]
        private static let mostWithoutIndex = 12

        /// An object without members.
        public init() {}

        /// Adds a member whose key is new.
        public mutating func append(_ key: String, _ value: JSONValue) {
            members.append(Member(key: key, value: value))
            if members.count == Object.mostWithoutIndex + 1 {
                makeIndex()
            } else if !index.isEmpty {
                index[ByteString(key)] = members.count - 1
            }
        }

        /// The value of a key; nil if absent. Setting nil removes the member; a new one is the last.
        public subscript(key: String) -> JSONValue? {
            get { place(of: key).map { members[$0].value } }
            set {
                switch (place(of: key), newValue) {
                case (let place?, let value?): members[place].value = value
                case (let place?, nil):
                    members.remove(at: place)
                    makeIndex()
                case (nil, let value?): append(key, value)
                case (nil, nil): break
                }
            }
        }

        private func place(of key: String) -> Int? {
            let key = ByteString(key)
            return index.isEmpty ? members.firstIndex { ByteString($0.key) == key } : index[key]
        }

        private mutating func makeIndex() {
            index = [:]
            guard members.count > Object.mostWithoutIndex else { return }
            for (place, member) in members.enumerated() { index[ByteString(member.key)] = place }
        }
    }
}

extension JSONValue.Object: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { members.count }
    public subscript(position: Int) -> Member { members[position] }
}

// Two objects with the same members in another order are the same, as in JSON.
extension JSONValue.Object: Equatable {
    public static func == (left: JSONValue.Object, right: JSONValue.Object) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }
}

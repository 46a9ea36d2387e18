/// What a value is on the wire. Rendered, it is a JSON Schema.
public indirect enum Schema {
    case boolean
    /// A whole number within bounds.
    case integer(ClosedRange<Int64>)
    /// A number that a `Double` holds.
    case number
    /// A number that a `Float` holds.
    case singleNumber
    case string
    case uuid, timestamp, calendarDay
    /// A text of at most so many characters, or one that matches a pattern (ECMA 262). A pattern has to say where the
    /// text begins and ends; the end is `(?![\s\S])`, as some take `$` to be before a last newline too.
    case text(pattern: String? = nil, maxLength: Int? = nil)
    /// One of some texts.
    case texts([Choice])
    /// One of some whole numbers.
    case integers([Int64])
    /// The value, or null, or nothing where it is a key's.
    case optional(Schema)
    case array(Schema)
    /// An object of any keys, or of keys that match a pattern.
    case dictionary(keys: String?, Schema)
    /// An object of these keys.
    case members([Member])
    /// An object with one of these cases.
    case cases([Case])
    /// A type among the definitions, by its name there.
    case reference(String)
    /// One of several forms.
    case anyOf([Schema])
    /// One of the truth values alone.
    case constant(Bool)
    /// Any JSON.
    case any

    /// A text that a value may be.
    public struct Choice {
        public let name: String
        public let doc: String

        public init(_ name: String, _ doc: String = "") {
            self.name = name
            self.doc = doc
        }
    }

    /// A key of an object, and its value.
    public struct Member {
        public let name: String
        public let doc: String
        /// Whether the key may be absent as there is a default value.
        public let hasDefault: Bool
        public let schema: Schema

        public init(_ name: String, _ doc: String = "", hasDefault: Bool = false, _ schema: Schema) {
            self.name = name
            self.doc = doc
            self.hasDefault = hasDefault
            self.schema = schema
        }
    }

    /// A case of an enum, and what it has.
    public struct Case {
        public enum Payload {
            /// No values: an empty object.
            case none
            /// One value without a label, which stands for itself.
            case value(Schema, hasDefault: Bool = false)
            /// An object of labelled values.
            case labelled([Member])
        }

        public let name: String
        public let doc: String
        public let payload: Payload
        /// What it says of the direction of messages; nil: nothing.
        public let mark: DirectionMark?

        public init(_ name: String, _ doc: String = "", _ payload: Payload, mark: DirectionMark? = nil) {
            self.name = name
            self.doc = doc
            self.payload = payload
            self.mark = mark
        }
    }
}

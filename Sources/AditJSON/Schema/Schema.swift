/// A schema of a type's values on the wire, rendered as JSON Schema.
public indirect enum Schema {
    case boolean
    /// A whole number within bounds.
    case integer(ClosedRange<Int64>)
    /// A number in the range of `Double`.
    case number
    /// A number in the range of `Float`.
    case singleNumber
    case string
    case uuid, timestamp, calendarDay
    /// A text of a maximum number of characters, or one that matches a pattern (ECMA 262). A pattern must anchor both
    /// ends; the end is `(?![\s\S])`, as `$` also matches before a last newline in some engines.
    case text(pattern: String? = nil, maxLength: Int? = nil)
    /// One of several texts.
    case texts([Choice])
    /// One of several whole numbers.
    case integers([Int64])
    /// The value or null; as a member it may also be absent.
    case optional(Schema)
    case array(Schema)
    /// An object of any keys, or of keys that match a pattern.
    case dictionary(keys: String?, Schema)
    /// An object with these members.
    case members([Member])
    /// An object with one of these cases.
    case cases([Case])
    /// A reference to a definition, by its name.
    case reference(String)
    /// One of several schemas.
    case anyOf([Schema])
    /// One truth value.
    case constant(Bool)
    /// Any JSON.
    case any

    /// A permitted text.
    public struct Choice {
        public let name: String
        public let doc: String

        public init(_ name: String, _ doc: String = "") {
            self.name = name
            self.doc = doc
        }
    }

    /// A member of an object.
    public struct Member {
        public let name: String
        public let doc: String
        /// Whether the key may be absent because there is a default value.
        public let hasDefault: Bool
        public let schema: Schema

        public init(_ name: String, _ doc: String = "", hasDefault: Bool = false, _ schema: Schema) {
            self.name = name
            self.doc = doc
            self.hasDefault = hasDefault
            self.schema = schema
        }
    }

    /// A case of an enum, and its values.
    public struct Case {
        public enum Payload {
            /// No values: an empty object.
            case none
            /// One value without a label, written as itself.
            case value(Schema, hasDefault: Bool = false)
            /// An object of labelled values.
            case labelled([Member])
        }

        public let name: String
        public let doc: String
        public let payload: Payload
        /// The direction that it declares for messages; nil if none.
        public let mark: DirectionMark?

        public init(_ name: String, _ doc: String = "", _ payload: Payload, mark: DirectionMark? = nil) {
            self.name = name
            self.doc = doc
            self.payload = payload
            self.mark = mark
        }
    }
}

/// A schema of a type's values on the wire, rendered as JSON Schema.
public indirect enum Schema {
    /// A truth value.
    case boolean
    /// A whole number within bounds.
    case integer(ClosedRange<Int64>)
    /// A number in the range of `Double`.
    case number
    /// A number in the range of `Float`.
    case singleNumber
    /// A text.
    case string
    /// A text that is a UUID.
    case uuid
    /// A text that is a ``Timestamp``.
    case timestamp
    /// A text that is a ``CalendarDay``.
    case calendarDay
    /// A text of a maximum number of characters, or one that matches a pattern (ECMA 262). A pattern must anchor both
    /// ends; the end is `(?![\s\S])`, as `$` also matches before a last newline in some engines.
    case text(pattern: String? = nil, maxLength: Int? = nil)
    /// One of several texts.
    case texts([Choice])
    /// One of several whole numbers.
    case integers([Int64])
    /// The value or null; as a member it may also be absent.
    case optional(Schema)
    /// A list of values of one schema.
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
    /// A value that is masked where people look; its mask is JSON text (``Secret``).
    case secret(Schema, mask: String)

    /// A permitted text.
    public struct Choice {
        /// The text.
        public let name: String
        /// Its description; empty if it has none.
        public let doc: String

        /// Creates a permitted text.
        ///
        /// - Parameters:
        ///   - name: the text.
        ///   - doc: its description.
        public init(_ name: String, _ doc: String = "") {
            self.name = name
            self.doc = doc
        }
    }

    /// A member of an object.
    public struct Member {
        /// The key.
        public let name: String
        /// Its description; empty if it has none.
        public let doc: String
        /// Whether the key may be absent because there is a default value.
        public let hasDefault: Bool
        /// The schema of the value.
        public let schema: Schema

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: the key.
        ///   - doc: its description.
        ///   - hasDefault: whether the key may be absent because there is a default value.
        ///   - schema: the schema of the value.
        public init(_ name: String, _ doc: String = "", hasDefault: Bool = false, _ schema: Schema) {
            self.name = name
            self.doc = doc
            self.hasDefault = hasDefault
            self.schema = schema
        }
    }

    /// A case of an enum, and its values.
    public struct Case {
        /// The values of a case.
        public enum Payload {
            /// No values: an empty object.
            case none
            /// One value without a label, written as itself.
            case value(Schema, hasDefault: Bool = false)
            /// An object of labelled values.
            case labelled([Member])
        }

        /// The name on the wire.
        public let name: String
        /// Its description; empty if it has none.
        public let doc: String
        /// Its values.
        public let payload: Payload
        /// The direction that it declares for messages; nil if none.
        public let mark: DirectionMark?

        /// Creates a case.
        ///
        /// - Parameters:
        ///   - name: the name on the wire.
        ///   - doc: its description.
        ///   - payload: its values.
        ///   - mark: the direction that it declares for messages; nil if none.
        public init(_ name: String, _ doc: String = "", _ payload: Payload, mark: DirectionMark? = nil) {
            self.name = name
            self.doc = doc
            self.payload = payload
            self.mark = mark
        }
    }
}

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
    /// A text that is a ``Decimal``.
    case decimal
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
        /// Whether the key is always written, also if it may be absent where it is read.
        public let isAlwaysWritten: Bool
        /// The schema of the value.
        public let schema: Schema

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: the key.
        ///   - doc: its description.
        ///   - hasDefault: whether the key may be absent because there is a default value.
        ///   - isAlwaysWritten: whether the key is written also if the value is the default one.
        ///   - schema: the schema of the value.
        public init(
            _ name: String, _ doc: String = "", hasDefault: Bool = false, isAlwaysWritten: Bool = false,
            _ schema: Schema
        ) {
            self.name = name
            self.doc = doc
            self.hasDefault = hasDefault
            self.isAlwaysWritten = isAlwaysWritten
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

extension Schema {
    /// Whether null is a valid value.
    var allowsNull: Bool {
        switch self {
        case .optional, .any: true
        case .anyOf(let forms): forms.contains(where: \.allowsNull)
        case .secret(let schema, _): schema.allowsNull
        default: false
        }
    }
}

extension Schema.Case {
    /// The schema of its values.
    var schema: Schema {
        switch payload {
        case .none: .members([])
        case .value(let schema, _): schema
        case .labelled(let members): .members(members)
        }
    }
}

extension Schema.Member {
    /// Whether the key may be omitted.
    var mayBeAbsent: Bool {
        if case .optional = schema { return true }
        return hasDefault
    }
}

// The patterns hold in ECMA 262, and in Python's `re`, where a `$` also matches before a last newline: so the end is
// written as "nothing follows".
extension Schema {
    static let uuidPattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}" + end

    static let timestampPattern = "^" + date + "[Tt]" + time + "([.][0-9]{1,9})?([Zz]|[+-]" + hourAndMinute + ")" + end

    static let calendarDayPattern = "^" + date + end
    /// Valid decimals.
    static let decimalPattern = "^-?(0|[1-9][0-9]{0,19})([.][0-9]{1,18})?" + end

    /// Days, hours, minutes and seconds, of which one is there, and one after a `T`.
    static let durationPattern = "^-?P([0-9]+D(\(timeOfDuration))?|\(timeOfDuration))" + end

    /// The keys of an object; jansson reads no key with a NUL.
    static let keyPattern = #"^[^\u0000]*"# + end

    /// A JSON Pointer (RFC 6901).
    package static let pointerPattern = "^(/([^~/]|~[01])*){0,\(JSONPointer.longest)}" + end

    private static let timeOfDuration =
        "T([0-9]+H([0-9]+M)?(\(secondsOfDuration))?|[0-9]+M(\(secondsOfDuration))?|\(secondsOfDuration))"
    private static let secondsOfDuration = "[0-9]+([.][0-9]{1,18})?S"

    // Validating the days of each month would make the pattern unreadable.
    private static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    private static let time = hourAndMinute + ":[0-5][0-9]"
    private static let hourAndMinute = "([01][0-9]|2[0-3]):[0-5][0-9]"
    private static let end = #"(?![\s\S])"#
}

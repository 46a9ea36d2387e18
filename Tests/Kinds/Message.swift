import Adit

/// A value on its way in, and the same on its way out.
@Message
enum Message: Sendable {
    case request(Value)
    case response(Value)

    /// A value of any kind that a message may have.
    indirect enum Value: Sendable {
        case integer(Int)
        case bytes(signed: Int8, unsigned: UInt8)
        case words(signed: Int16, unsigned: UInt16)
        case longs(signed: Int32, unsigned: UInt32, widest: Int64)
        case double(Double)
        case float(Float)
        case decimal(Decimal)
        case bool(Bool)
        case string(String)
        case uuid(UUID)
        case timestamp(Timestamp)
        case day(CalendarDay)
        case duration(Duration)
        case optional(Int?)
        case defaulted(Int = 7)
        case optionals(a: Int?, b: String?, c: [Double?]?)
        case defaults(
            a: Int = 1, b: [String] = ["b"], c: Double? = nil, d: Theme = .dark, e: Both = Both(first: 1, second: "2"))
        case array([String])
        case arrays([[Float?]])
        case mixed(Int, note: String?, [Bool] = [true])
        case dictionary([String: Int])
        case numbered([Int: Double?])
        case dictionaries([String: [String: Value]])
        case prices(sum: Decimal?, tax: Decimal = "0.19", rows: [String: Decimal])
        case keyed(ids: [UUID: Duration], themes: [Theme: Int], levels: [Level: Bool])
        case texts([Line])
        case theme(Theme)
        case level(Level)
        case both(Pair<String, Pair<Int?, Timestamp>>)
        case record(Record)
        case table(Table<UUID, Row>)
        case tree(Tree)
        case nested(Value)
        case values(left: Value, right: Value?)
        case json(JSON)
        case optionalJSON(JSON?)
        case jsons(list: [JSON], dictionary: [String: JSON], one: JSON)
        case nothing

        typealias Both = Pair<Int, String>

        enum Theme: String, Sendable {
            /// By day.
            case light
            case dark = "DARK ü\"\\"
        }

        enum Level: Int, Sendable { case low = -1, high = 300 }

        struct Record: Sendable {
            /// What it is called.
            var name: String
            var number = 5
            var ratio: Double?
            var tags: [String] = []
            var when: Timestamp?
            var inner: Inner?

            struct Inner: Sendable {
                var day: CalendarDay
                var records: [Record] = []
            }
        }

        indirect enum Tree: Sendable {
            case leaf
            case node(left: Tree, right: Tree, label: String?)

            enum CodingKeys: String, CodingKey { case leaf = "end", node }
        }
    }
}

/// Two values.
@Model
struct Pair<First, Second> {
    var first: First
    var second: Second
}

extension Pair: Sendable where First: Sendable, Second: Sendable {}

/// A row of a table by a text, which may have several spellings.
@Model
struct Line: Identifiable, Sendable {
    var id: String
    var number = 0.0
}

/// A row of a table.
@Model
struct Row: Identifiable, Sendable {
    var id: UUID
    var text = ""
}

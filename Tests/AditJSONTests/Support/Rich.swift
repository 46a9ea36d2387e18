import Adit
import AditJSON
import AditState

/// Something of everything that the wire has.
@Model
struct Rich: Codable, Equatable {
    var text: String, note: String?, flag: Bool, maybe: Bool?
    var a: Int8, b: Int16, c: Int32, d: Int64, e: Int, f: UInt8, g: UInt16, h: UInt32, i: UInt32?
    var double: Double, float: Double?
    var id: UUID, time: Timestamp, day: CalendarDay?
    var list: [String], lists: [[Int]], holes: [Int?], table: [String: [String: Double]]
    var children: [Rich], message: RichMessage, messages: [RichMessage], byName: [String: RichMessage]

    static func random(using random: inout some RandomNumberGenerator, depth: Int = 2) -> Rich {
        Rich(
            text: .random(using: &random), note: random.optional { .random(using: &$0) }, flag: .random(using: &random),
            maybe: random.optional { .random(using: &$0) }, a: random.integer(), b: random.integer(),
            c: random.integer(),
            d: random.integer(), e: random.integer(), f: random.integer(), g: random.integer(), h: random.integer(),
            i: random.optional { $0.integer() }, double: .random(using: &random),
            float: random.optional { .random(using: &$0) }, id: UUID(high: random.next(), low: random.next()),
            time: .random(using: &random), day: random.optional { CalendarDay(of: .random(using: &$0)) },
            list: random.few { .random(using: &$0) }, lists: random.few { $0.few { $0.integer() } },
            holes: random.few { $0.optional { $0.integer() } },
            table: random.named { $0.named { .random(using: &$0) } },
            children: depth == 0 ? [] : random.few { .random(using: &$0, depth: depth - 1) },
            message: .random(using: &random, depth: depth), messages: random.few { .random(using: &$0, depth: depth) },
            byName: random.named { .random(using: &$0, depth: depth) })
    }
}

/// Every form that a case of a message may have.
@Message
indirect enum RichMessage: Codable, Equatable {
    case stop, rename(String), title(String?), level(Double), move(x: Int, y: Int?), shade(Shade), inner(RichMessage)
    case maybe(RichMessage?), list([RichMessage]), byName([String: RichMessage]), rich(item: Rich), due(
        at: Timestamp?, shade: Shade)

    enum Shade: String, Codable, CaseIterable { case light, dark = "very dark" }

    static func random(using random: inout some RandomNumberGenerator, depth: Int) -> RichMessage {
        switch Int.random(in: 0..<(depth == 0 ? 7 : 12), using: &random) {
        case 0: .stop
        case 1: .rename(.random(using: &random))
        case 2: .title(random.optional { .random(using: &$0) })
        case 3: .level(.random(using: &random))
        case 4: .move(x: random.integer(), y: random.optional { $0.integer() })
        case 5: .shade(Shade.allCases.randomElement(using: &random) ?? .light)
        case 6: .due(at: random.optional { .random(using: &$0) }, shade: .dark)
        case 7: .inner(.random(using: &random, depth: depth - 1))
        case 8: .maybe(random.optional { .random(using: &$0, depth: depth - 1) })
        case 9: .list(random.few { .random(using: &$0, depth: depth - 1) })
        case 10: .byName(random.named { .random(using: &$0, depth: depth - 1) })
        default: .rich(item: .random(using: &random, depth: depth - 1))
        }
    }
}

import Adit
import AditState
import TestSupport

/// A state whose values may be equal and yet differ on the wire: zeros with a sign, and texts with several spellings.
@Model
struct Sketch: State {
    var x = 0.0
    var scale: Float?
    var shape = Shape.none
    var label: Tint?
    var text = ""
    var numbers: [Double] = []
    var shapes: [Shape] = []
    var corners: [Corner] = []
    var names: [String: Double] = [:]
    var lists: [String: [String?]] = [:]
    var any = JSON.null
    var marks: Table<String, Spot> = []

    enum Shape: Equatable { case none, circle(radius: Double), named(String), many([Double]) }

    /// Whatever a test does.
    struct Change { let edit: (inout Sketch) -> Void }

    mutating func apply(_ change: Change) { change.edit(&self) }
}

@Model
struct Corner: Equatable {
    var x: Double
    var name: String?
}

@Model
struct Spot: Identifiable, Equatable {
    var id: String
    var x: Double
    var corner: Corner?
    var shapes: [Sketch.Shape] = []
}

/// Equal to every other of its kind: what an app's own `==` may disregard.
@Model
enum Tint: Equatable {
    case of(text: String, size: Double)

    static func == (_: Tint, _: Tint) -> Bool { true }
}

extension Sketch {
    /// Pairs of texts that are equal strings and differ in their scalars; the last is the sign of degree Kelvin.
    static let texts = ["\u{E9}", "e\u{301}", "\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}", "K", "\u{212A}", "a"]

    static let numbers = [0.0, -0.0, 1.5, -1.5, 1e30]

    mutating func edit(_ random: inout SeededGenerator, _ steps: Int) {
        for _ in 0..<steps { step(&random) }
    }

    private mutating func step(_ random: inout SeededGenerator) {
        let (number, text) = (Sketch.number(&random), Sketch.text(&random))
        let (other, id) = (Sketch.text(&random), Sketch.text(&random))
        let position = Int.random(in: 0...6, using: &random)
        switch Int.random(in: 0..<22, using: &random) {
        case 0: x = number
        case 1: scale = Bool.random(using: &random) ? Float(number) : nil
        case 2: shape = Sketch.shape(&random)
        case 3: label = Bool.random(using: &random) ? .of(text: text, size: number) : nil
        case 4: self.text = text
        case 5: if numbers.isEmpty { numbers = [number, 0, -0.0] } else { numbers[position % numbers.count] = number }
        case 6: shapes.insert(Sketch.shape(&random), at: position % (shapes.count + 1))
        case 7: if !shapes.isEmpty { shapes[position % shapes.count] = Sketch.shape(&random) }
        case 8: corners.append(Corner(x: number, name: text))
        case 9: if !corners.isEmpty { corners[position % corners.count] = Corner(x: number, name: other) }
        case 10: names[text] = number
        case 11:
            names[text] = nil
            names[other] = number
        case 12: lists[text] = lists[text] == nil ? [other, nil] : nil
        case 13: lists = Dictionary(lists.map { (Sketch.respelled($0.key), $0.value) }) { $1 }
        case 14: any = .array([.number(number), .string(text)])
        case 15, 16: marks.updateOrInsert(Sketch.mark(id, &random), at: position)
        case 17: marks.update(Sketch.mark(id, &random))
        case 18: marks.move(id, to: position)
        case 19: marks.remove(id)
        case 20: marks.update(id) { $0.x = number }
        default:
            if let mark = marks.remove(id) {
                marks.insert(Spot(id: Sketch.respelled(mark.id), x: number), at: position)
            }
        }
    }

    /// The other spelling of a text; the same if it has one.
    static func respelled(_ text: String) -> String {
        texts.first { $0 == text && !$0.utf8.elementsEqual(text.utf8) } ?? text
    }

    private static func number(_ random: inout SeededGenerator) -> Double { numbers.randomElement(using: &random) ?? 0 }
    private static func text(_ random: inout SeededGenerator) -> String { texts.randomElement(using: &random) ?? "" }

    private static func shape(_ random: inout SeededGenerator) -> Shape {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .none
        case 1: .circle(radius: number(&random))
        case 2: .named(text(&random))
        default: .many([number(&random), number(&random)])
        }
    }

    private static func mark(_ id: String, _ random: inout SeededGenerator) -> Spot {
        Spot(id: id, x: number(&random), corner: Corner(x: number(&random)), shapes: [shape(&random)])
    }
}

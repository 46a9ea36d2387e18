import Adit
import TestSupport

@Model
struct Ware: Identifiable, Equatable {
    let id: String
    var name: String
    var price: Double?
    var tags: [String] = []
    var parts: Table<Int, WarePart> = []
}

@Model
struct WarePart: Identifiable, Equatable {
    let id: Int
    var text = ""
}

/// It has no `==`.
@Model
struct Purchase: Identifiable {
    let id: Int
    var wares: [String] = []
    var address: Address?
}

@Model
struct Address: Equatable {
    var street: String
    var number: Int?
}

@Model
struct Settings {
    var theme: String?
    var home: Address?
    var window = Window()
    var recent: Table<Int, WarePart> = []
}

@Model
struct Window: Equatable {
    var width: Int? = nil
    var height: Int? = nil
}

/// A state with values of every kind that is stored in a way of its own.
@Model
struct Shop: State {
    var name = "shop"
    var count: Int?
    var wares: Table<String, Ware> = []
    var orders: Table<Int, Purchase> = []
    var settings = Settings()
    var open: [Purchase] = []
    var days: [String] = []
    var prices: [String: Double] = [:]
    var people: [String: Address] = [:]
    var last: Purchase?
    var spare: Table<Int, WarePart>?

    enum Change {
        case random(SeededGenerator, steps: Int)
        case replace(Shop)
    }

    mutating func apply(_ change: Change) {
        switch change {
        case .random(var generator, let steps): for _ in 0..<steps { step(&generator) }
        case .replace(let other): self = other
        }
    }
}

extension Shop {
    private mutating func step(_ generator: inout SeededGenerator) {
        let (number, other) = (Int.random(in: 0..<12, using: &generator), Int.random(in: 0..<12, using: &generator))
        // Keys that have to be escaped in pointers or in JSON.
        let key = ["a", "b/c", "d~e", "\"f\"", "", "ä\u{1}", "~1", "0"][number % 8]
        switch Int.random(in: 0..<34, using: &generator) {
        case 0: name = key
        case 1: count = number > 6 ? number : nil
        case 2: wares.append(ware(key, other))
        case 3: wares.updateOrAppend(ware(key, other))
        case 4: wares.updateOrInsert(ware(key, other), at: number)
        case 5: wares.remove(key)
        case 6: wares.update(key) { $0.name += "x" }
        case 7: wares.move(key, to: other)
        case 8:
            let ware = ware("\(other)", other)
            wares.update(key) { $0 = ware }
        case 9: wares.update(key) { $0.parts.append(WarePart(id: other)) }
        case 10: orders.append(order(number, other))
        case 11: orders[id: number] = other % 4 == 0 ? nil : order(number, other)
        case 12: orders.remove(other)
        case 13: orders.move(number, to: other)
        case 14: orders = Table(orders.filter { $0.id % 3 != number % 3 })
        case 15: orders = Table(orders.shuffled(using: &generator))
        case 16: orders.update(number) { $0.address = Address(street: key, number: other) }
        case 17: settings.theme = settings.theme == nil ? key : nil
        case 18: settings.home = number > 6 ? Address(street: key) : nil
        case 19: settings.home?.number = other
        case 20: settings.window.width = number > 6 ? number : nil
        case 21: settings.recent.insert(WarePart(id: number), at: 0)
        case 22: settings.recent.remove(number)
        case 23: settings.recent.update(number) { $0.text += "y" }
        case 24: open.append(order(number, other))
        case 25: if !open.isEmpty { open.removeFirst() }
        case 26: days = (0..<other).map { "\($0)" }
        case 27: prices[key] = number > 3 ? Double(other) / 3 : nil
        case 28: people[key] = number > 3 ? Address(street: key) : nil
        case 29: last = number > 4 ? order(number, other) : nil
        case 30: last?.wares.append(key)
        case 31: spare = number > 4 ? spare ?? [] : nil
        case 32: spare?.append(WarePart(id: other, text: key))
        default: settings = number > 8 ? Settings() : settings
        }
    }

    private func ware(_ id: String, _ number: Int) -> Ware {
        Ware(id: id, name: "\(number)", price: number > 5 ? Double(number) / 7 : nil, tags: number > 8 ? ["t"] : [])
    }

    private func order(_ id: Int, _ number: Int) -> Purchase {
        Purchase(id: id, wares: (0..<number % 4).map { "\($0)" })
    }
}

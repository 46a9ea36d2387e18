import AditLibrary

/// Whether an object has only keys that it may have, and behind them what is expected.
struct Shape {
    /// What is wrong with a file, and where.
    struct Fault: Error {
        let text: String
    }

    /// What is expected of a value.
    enum Kind: String {
        case object = "an object is"
        case array = "an array is"
        case string = "a string is"
        case strings = "an array of strings is"
        case bool = "true or false is"
        case whole = "a whole number that is not negative is"
        case time = "a whole number of milliseconds that is not negative is"
        case pattern = "a pattern is"
        case patterns = "an array of patterns is"
        case anything = "anything is"

        func holds(_ value: JSONValue) -> Bool {
            switch self {
            case .object: value.object != nil
            case .array, .patterns: value.array != nil
            case .string: value.string != nil
            case .strings: value.array?.allSatisfy { $0.string != nil } ?? false
            case .bool: value.bool != nil
            case .whole, .time: value.integer.map { $0 >= 0 } ?? false
            case .pattern, .anything: true
            }
        }
    }

    /// The keys that an object may have.
    let members: KeyValuePairs<String, Kind>

    init(_ members: KeyValuePairs<String, Kind>) { self.members = members }

    /// Checks an object.
    ///
    /// - Parameter name: what the object is called; "" for a step, and for a scenario.
    func check(_ object: JSONValue?, named name: String, at place: ScenarioFile.Place) throws(Fault) {
        for member in object?.object ?? JSONValue.Object() {
            guard let kind = members.first(where: { $0.key == member.key })?.value else {
                let known = members.map(\.key).joined(separator: ", ")
                throw Fault(
                    text: "\(place)\(name.isEmpty ? "" : name + ": ")unknown key \"\(member.key)\"; one of \(known)")
            }
            let path = name.isEmpty ? member.key : "\(name).\(member.key)"
            guard kind.holds(member.value) else {
                throw Fault(found: member.value, in: path, expected: kind.rawValue, at: place)
            }
            switch kind {
            case .pattern, .patterns: try Fault.check(member.value, in: path, at: place)
            default: break
            }
        }
    }
}

extension Shape.Fault {
    init(_ text: String, at place: ScenarioFile.Place) { self.text = "\(place)\(text)" }

    /// - Parameter expected: with its verb: `an object is`.
    init(found: JSONValue?, in path: String, expected: String, at place: ScenarioFile.Place) {
        text = "\(place)\(path): found \(Shown.text(of: found, limit: 80)); \(expected) expected"
    }

    /// Checks the words of a pattern.
    static func check(_ pattern: JSONValue, in path: String, at place: ScenarioFile.Place) throws(Shape.Fault) {
        if let fault = Pattern.fault(of: pattern) { throw Shape.Fault("\(path): \(fault)", at: place) }
    }
}

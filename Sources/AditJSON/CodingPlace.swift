/// A coding path from the root to a value, shared by all values below it.
final class CodingPlace {
    private enum Step {
        case key(any CodingKey)
        case index(Int)
    }

    private let parent: CodingPlace?
    private let step: Step

    private init(_ parent: CodingPlace?, _ step: Step) {
        self.parent = parent
        self.step = step
    }

    /// Returns the place of a key's value. An unlabelled value has the place of its case.
    static func key(_ key: some CodingKey, in parent: CodingPlace?) -> CodingPlace? {
        key.stringValue == unlabelled ? parent : CodingPlace(parent, .key(key))
    }

    static func index(_ index: Int, in parent: CodingPlace?) -> CodingPlace { CodingPlace(parent, .index(index)) }

    /// The keys from the root, in `Codable`'s form.
    var keys: [any CodingKey] {
        let own: any CodingKey =
            switch step {
            case .key(let key): key
            case .index(let index): IndexKey(index)
            }
        return (parent?.keys ?? []) + [own]
    }
}

/// The key of an element of an array.
struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { index = intValue }
    init?(stringValue _: String) { return nil }

    var intValue: Int? { index }
    var stringValue: String { "\(index)" }
}

/// A key given by its name.
struct NameKey: CodingKey {
    let stringValue: String

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue _: Int) { return nil }

    var intValue: Int? { nil }
}

extension CodingFailure {
    /// Creates a failure at a `Codable` coding path.
    init(at keys: [any CodingKey], _ reason: String) {
        var path = ""
        for key in keys {
            if key is IndexKey {
                path += "[\(key.stringValue)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        self.init(path: path, reason: reason)
    }

    init(at place: CodingPlace?, _ reason: String) { self.init(at: place?.keys ?? [], reason) }
}

/// The compiler's key of an enum's only unlabelled value. On the wire the value is written without it.
let unlabelled = "_0"

/// The reason for refusing a case with several unlabelled values.
let severalUnlabelled = "several values of a case; each must have a label"

/// Where a coder is: the way from the top to a value, shared by all that is below it.
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

    /// The place of a key's value. An unlabelled value stands for itself, in the place of its case.
    static func key(_ key: some CodingKey, in parent: CodingPlace?) -> CodingPlace? {
        key.stringValue == unlabelled ? parent : CodingPlace(parent, .key(key))
    }

    static func index(_ index: Int, in parent: CodingPlace?) -> CodingPlace { CodingPlace(parent, .index(index)) }

    /// The keys from the top, as `Codable` wants them.
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

/// A key that stands for itself.
struct NameKey: CodingKey {
    let stringValue: String

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue _: Int) { return nil }

    var intValue: Int? { nil }
}

extension CodingFailure {
    /// A failure at the place that `Codable`'s keys name.
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

/// The key that the compiler gives an enum's only unlabelled value. On the wire the value stands for itself.
let unlabelled = "_0"

/// What to say of values of a case that have no place of their own on the wire.
let severalUnlabelled = "several values of a case; each must have a label"

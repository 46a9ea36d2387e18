/// A coding path from the root to a value, shared by all values below it.
package final class CodingPlace {
    private let parent: CodingPlace?
    private let key: any CodingKey

    private init(_ key: any CodingKey, in parent: CodingPlace?) {
        self.key = key
        self.parent = parent
    }

    /// Returns the place of a key's value.
    package static func key(_ key: any CodingKey, in parent: CodingPlace?) -> CodingPlace {
        CodingPlace(key, in: parent)
    }

    package static func index(_ index: Int, in parent: CodingPlace?) -> CodingPlace {
        CodingPlace(IndexKey(index), in: parent)
    }

    /// The keys from the root, in `Codable`'s form.
    package var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
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
package struct NameKey: CodingKey {
    package let stringValue: String

    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue _: Int) { return nil }

    package var intValue: Int? { nil }
}

extension CodingFailure {
    /// Creates a failure at a `Codable` coding path.
    package init(at keys: [any CodingKey], _ reason: String) {
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

    package init(at place: CodingPlace?, _ reason: String) { self.init(at: place?.keys ?? [], reason) }
}

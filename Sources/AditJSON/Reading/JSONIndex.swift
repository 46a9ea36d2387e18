/// The members of an object, found in one scan, whose keys are known to be different.
package struct JSONIndex {
    /// The keys, with the positions of their values, in the order of the text.
    let members: [(key: JSONKey, value: UnsafePointer<UInt8>)]
    /// The position behind the object.
    let end: UnsafePointer<UInt8>
    private let object: JSONReader
    /// The positions of many members.
    private var places: [JSONKey: UnsafePointer<UInt8>] = [:]

    private static var few: Int { 16 }

    /// Scans an object; nil if the text is not JSON there, or a key is there twice.
    ///
    /// - Complexity: O(n) in the length of the object.
    package init?(of object: JSONReader) {
        var members: [(key: JSONKey, value: UnsafePointer<UInt8>)] = []
        var keys = JSONSkipping()
        keys.begin(isObject: true)
        guard var rest = try? object.members() else { return nil }
        let source = object.source
        while let (key, value) = rest.nextUnchecked() {
            guard keys.insert(key) else {
                source.pointee.fail(.doubledKey, at: source.pointee.place(of: key) ?? value.start)
                return nil
            }
            members.append((key, value.start))
        }
        guard source.pointee.wasRead(object.start),
            let end = source.pointee.end(of: object.start, depth: object.depth)
        else { return nil }
        self.members = members
        self.end = end
        self.object = object
        if members.count > JSONIndex.few {
            places = Dictionary(members.lazy.map { ($0.key, $0.value) }) { first, _ in first }
        }
    }

    package var count: Int { members.count }
    package var keys: [String] { members.map(\.key.text) }

    /// Returns the value of a key; nil if absent.
    subscript(key: JSONKey) -> JSONReader? {
        let place = places.isEmpty ? members.first { $0.key == key }?.value : places[key]
        return place.map { JSONReader(object.source, at: $0, depth: object.depth + 1) }
    }

    /// Returns the value of a key; nil if absent.
    package subscript(key: String) -> JSONReader? {
        var key = key
        return key.withUTF8 { bytes in bytes.baseAddress.flatMap { self[JSONKey(start: $0, count: bytes.count)] } }
    }
}

import CJansson

/// The numbers of a text that jansson has rounded to whole ones. jansson's values do not record that, so each is
/// replaced by a ``TapeNode``.
struct RoundedNumbers: ~Copyable {
    /// Their indices among all numbers of the text with a fraction or an exponent. Usually empty.
    private var places: [Int] = []
    private var nodes: [UnsafeMutablePointer<TapeNode>] = []

    /// Creates an empty list.
    init() {}

    /// - Parameter text: JSON that has been parsed successfully.
    /// - Complexity: O(n) in the length of the text.
    init(of text: UnsafeRawBufferPointer) {
        var (position, place) = (0, 0)
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                position += 1
                while position < text.count, text[position] != UInt8(ascii: "\"") {
                    position += text[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = position
                var isReal = false
                while position < text.count, RoundedNumbers.isOfNumber(text[position], &isReal) { position += 1 }
                guard isReal else { continue }
                if RoundedNumbers.isRounded(UnsafeRawBufferPointer(rebasing: text[start..<position])) {
                    places.append(place)
                }
                place += 1
            default: position += 1
            }
        }
    }

    private static func isOfNumber(_ byte: UInt8, _ isReal: inout Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): return true
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            isReal = true
            return true
        default: return false
        }
    }

    private static func isRounded(_ text: UnsafeRawBufferPointer) -> Bool {
        !DecimalText.isWhole(text)
            && FloatingPointEnvironment.withDefault {
                Double(String(decoding: text, as: UTF8.self)).map { DecimalText.isRounded(text, to: $0) } ?? false
            }
    }

    deinit { for node in nodes { node.deallocate() } }

    /// Marks the numbers in the text's tree. The replacements are valid as long as this value.
    mutating func mark(in tree: inout UnsafeMutablePointer<json_t>) {
        guard !places.isEmpty else { return }
        var place = 0
        guard let node = replacement(of: tree, &place) else { return }
        json_decref(tree)
        tree = node
    }

    /// - Parameter place: the number of values with a fraction or an exponent before this one.
    /// - Returns: the replacement of the value. Values nested in it are marked in place.
    private mutating func replacement(
        of value: UnsafeMutablePointer<json_t>, _ place: inout Int
    ) -> UnsafeMutablePointer<json_t>? {
        switch value.pointee.type {
        case JSON_REAL:
            defer { place += 1 }
            guard nodes.count < places.count, places[nodes.count] == place else { return nil }
            return add(json_real_value(value))
        case JSON_ARRAY:
            for index in 0..<json_array_size(value) {
                guard let element = json_array_get(value, index) else { continue }
                if let node = replacement(of: element, &place) { json_array_set_new(value, index, node) }
            }
        case JSON_OBJECT:
            var next = json_object_iter(value)
            while let member = next {
                if let element = json_object_iter_value(member), let node = replacement(of: element, &place) {
                    json_object_iter_set_new(value, member, node)
                }
                next = json_object_iter_next(value, member)
            }
        default: break
        }
        return nil
    }

    private mutating func add(_ number: Double) -> UnsafeMutablePointer<json_t> {
        let node = UnsafeMutablePointer<TapeNode>.allocate(capacity: 1)
        node.initialize(to: TapeNode(rounded: number))
        nodes.append(node)
        return UnsafeMutableRawPointer(node).assumingMemoryBound(to: json_t.self)
    }
}

/// How many values a text has at most, counted without parsing it: what is in strings is counted as well.
struct ValueBound {
    private let objects: Int
    private let arrays: Int
    private let commas: Int

    /// - Complexity: O(n) in the length of the text.
    init(of text: UnsafeRawBufferPointer) {
        var (objects, arrays, commas) = (0, 0, 0)
        for byte in text {
            objects &+= byte == UInt8(ascii: "{") ? 1 : 0
            arrays &+= byte == UInt8(ascii: "[") ? 1 : 0
            commas &+= byte == UInt8(ascii: ",") ? 1 : 0
        }
        (self.objects, self.arrays, self.commas) = (objects, arrays, commas)
    }

    /// Each comma and each opening bracket has a value behind it, but for the brackets of what is empty; so has the start.
    var values: Int { objects + arrays + commas + 1 }

    /// How many bytes jansson's tree of it takes at most: of 2.14, an object takes 224, an array 128, and a member with its
    /// number another 128, in malloc's blocks.
    var treeMemory: Int { 224 * objects + 128 * arrays + 128 * values }

    /// How many bytes a tree may take of a text of so many.
    static func mostMemory(for count: Int) -> Int { 64 << 20 + 24 * count }
}

/// An upper bound for the number of values in a text, counted without parsing: it includes the contents of strings.
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

    /// Each comma and each opening bracket precedes a value, except the brackets of empty containers; so does the
    /// start.
    var values: Int { objects + arrays + commas + 1 }

    /// The maximum size of jansson's tree in bytes: in 2.14, an object takes 224, an array 128, and a member with its
    /// number another 128, in malloc's blocks.
    var treeMemory: Int { 224 * objects + 128 * arrays + 128 * values }

    /// Returns the permitted size of a tree in bytes, for a text of `count` bytes.
    static func mostMemory(for count: Int) -> Int { 64 << 20 + 24 * count }
}

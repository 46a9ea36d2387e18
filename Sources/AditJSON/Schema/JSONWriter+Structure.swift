// Objects and arrays whose members are not known beforehand.
extension JSONWriter {
    /// Writes an object around the members that `body` writes.
    package func writeObject(_ body: () -> Void) {
        write(literal: "{")
        body()
        write(literal: "}")
    }

    /// Writes a member of the object that is open, whose value `body` writes.
    package func writeProperty(_ name: String, _ body: () -> Void) {
        separate()
        write(name)
        write(literal: ":")
        body()
    }

    /// Writes an array of what `body` writes for each element.
    package func writeArray<Element>(of elements: [Element], _ body: (Element) -> Void) {
        write(literal: "[")
        for element in elements {
            separate()
            body(element)
        }
        write(literal: "]")
    }

    /// Writes a URI that ends with a name, in which is escaped what a URI cannot have.
    package func write(uri start: StaticString, _ name: String) {
        write(literal: #"""#)
        write(literal: start)
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "@"):
                write(byte: byte)
            default:
                write(literal: "%")
                write(byte: hexDigit(byte >> 4))
                write(byte: hexDigit(byte & 15))
            }
        }
        write(literal: #"""#)
    }
}

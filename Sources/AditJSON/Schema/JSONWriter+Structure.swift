// Objects and arrays whose members are only known at run time.
extension JSONWriter {
    /// Writes an object around the members that `body` writes.
    package func writeObject(_ body: () -> Void) {
        write(literal: "{")
        body()
        write(literal: "}")
    }

    /// Writes a member of the open object, with the value that `body` writes.
    package func writeProperty(_ name: String, _ body: () -> Void) {
        begin(property: name)
        body()
    }

    /// Writes a key with its colon, after a comma unless the object has just been opened.
    @usableFromInline
    package func begin(property name: String) {
        separate()
        write(name)
        write(byte: UInt8(ascii: ":"))
    }

    /// Writes an array; `body` writes each element.
    package func writeArray<Element>(of elements: [Element], _ body: (Element) -> Void) {
        write(literal: "[")
        for element in elements {
            separate()
            body(element)
        }
        write(literal: "]")
    }

    /// Writes a URI that ends with a name, percent-encoded.
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

extension String {
    /// Decodes the percent-encoded bytes of a URI, such as `%7E`. Other bytes stay as they are.
    package init(decodingPercents uri: some Sequence<UInt8>) {
        var bytes: [UInt8] = []
        var rest = Array(uri)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        self = String(decoding: bytes, as: UTF8.self)
    }
}

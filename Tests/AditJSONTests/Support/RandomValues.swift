import AditJSON

extension String {
    /// Up to twelve characters of every kind that JSON, UTF-8 or Swift may find difficult.
    static func random(using random: inout some RandomNumberGenerator) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &random) { scalars.append(.random(using: &random)) }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    static func random(using random: inout some RandomNumberGenerator) -> Unicode.Scalar {
        let range: ClosedRange<UInt32> =
            switch Int.random(in: 0..<8, using: &random) {
            case 0: 0...0x1F
            case 1: 0x22...0x22
            case 2: 0x5C...0x5C
            case 3: 0x80...0x7FF
            case 4: 0x300...0x36F
            case 5: 0xE000...0xFFFF
            case 6: 0x1_0000...0x10_FFFF
            default: 0x20...0x7E
            }
        return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "\u{FFFD}"
    }
}

extension Double {
    /// Any finite double, each bit pattern as likely as another.
    static func random(using random: inout some RandomNumberGenerator) -> Double {
        while true {
            let number = Double(bitPattern: random.next())
            if number.isFinite { return number }
        }
    }
}

extension Float {
    /// Any finite float, each bit pattern as likely as another.
    static func random(using random: inout some RandomNumberGenerator) -> Float {
        while true {
            let number = Float(bitPattern: random.next())
            if number.isFinite { return number }
        }
    }
}

extension Timestamp {
    static func random(using random: inout some RandomNumberGenerator) -> Timestamp {
        .epoch.advanced(byNanoseconds: .random(in: -.max ... .max, using: &random))
    }
}

extension RandomNumberGenerator {
    mutating func optional<T>(_ make: (inout Self) -> T) -> T? {
        Bool.random(using: &self) ? make(&self) : nil
    }

    /// Up to two.
    mutating func few<T>(_ make: (inout Self) -> T) -> [T] {
        (0..<Int.random(in: 0...2, using: &self)).map { _ in make(&self) }
    }

    /// Two, under names that something may stumble over.
    mutating func named<T>(_ make: (inout Self) -> T) -> [String: T] {
        let names = ["", "a", "b\"\\", "é", "_0", "@id", "a.b", "/~1", "😀", "super"].shuffled(using: &self)
        return Dictionary(uniqueKeysWithValues: names.prefix(2).map { ($0, make(&self)) })
    }

    /// Any integer, every second time one at an edge.
    mutating func integer<T: FixedWidthInteger>() -> T {
        let edges: [T] = [.min, .min + 1, 0, 1, .max - 1, .max]
        return Bool.random(using: &self)
            ? .random(in: .min ... .max, using: &self) : edges.randomElement(using: &self) ?? 0
    }
}

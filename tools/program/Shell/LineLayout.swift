/// Where libedit puts the cursor behind some letters: it does not say, and what is written beside the line has to know.
struct LineLayout {
    /// The rows above the cursor.
    private(set) var row = 0
    private var column = 0
    private let columns: Int

    /// - Parameter columns: those of the terminal; libedit takes 80 for fewer than two.
    init(columns: Int) { self.columns = columns < 2 ? 80 : columns }

    /// Moves behind the letters of a text.
    mutating func add(_ letters: some Sequence<Unicode.Scalar>) {
        for letter in letters { add(letter) }
    }

    private mutating func add(_ letter: Unicode.Scalar) {
        switch letter.value {
        case 0x0A: (row, column) = (row + 1, 0)
        case 0x09: repeat { move(by: 1) } while column % 8 != 0
        case ..<0x20, 0x7F: for _ in 0..<2 { move(by: 1) }  // ^A
        default:
            // What is not printed is shown as \U+9B.
            guard let width = letter.columns else {
                let digits = String(letter.value, radix: 16).count
                for _ in 0..<(3 + max(digits, 4)) { move(by: 1) }
                return
            }
            // A wide letter does not begin in the last column.
            while column + width > columns { move(by: 1) }
            move(by: width)
        }
    }

    private mutating func move(by count: Int) {
        column += count
        if column >= columns { (row, column) = (row + 1, 0) }
    }
}

/// Letters of bytes in UTF-8 that come one at a time. A byte that belongs to none is left out.
struct LetterDecoder {
    private var bytes: [UInt8] = []

    mutating func add(_ byte: UInt8) { bytes.append(byte) }

    /// Removes the first letter; nil if it is not complete.
    mutating func next() -> Unicode.Scalar? {
        while let first = bytes.first {
            let length =
                switch first {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 1
                }
            let letter = bytes.prefix(length)
            if letter.count < length, letter.dropFirst().allSatisfy({ 0x80...0xBF ~= $0 }) { return nil }
            if let scalar = String(validating: letter, as: UTF8.self)?.unicodeScalars.first {
                bytes.removeFirst(letter.count)
                return scalar
            }
            bytes.removeFirst()
        }
        return nil
    }
}

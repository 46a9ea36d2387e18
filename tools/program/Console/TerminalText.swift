import CEdit
import Glibc

extension Unicode.Scalar {
    /// How many columns of a terminal it takes: 2 for a wide letter, 0 for one that is combined with the one before; nil if it
    /// is not printed.
    var columns: Int? {
        if 0x20..<0x7F ~= value { return 1 }
        Unicode.Scalar.prepareWidths
        let width = wcwidth(wchar_t(bitPattern: value))
        return width < 0 ? nil : Int(width)
    }

    /// `wcwidth` knows the letters of the locale only.
    private static let prepareWidths: Void = Console.setLocale()

    /// Whether a terminal obeys it instead of showing it: control characters, and those that change the direction of text.
    fileprivate var isControl: Bool {
        switch value {
        case ...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// How many columns of a terminal it takes.
    var columns: Int { unicodeScalars.reduce(0) { $0 + ($1.columns ?? 0) } }

    /// The text, cut at a number of columns, with `…` in place of the rest.
    func cut(to width: Int) -> String {
        guard columns > width else { return self }
        var (text, left) = (String.UnicodeScalarView(), width - 1)
        for scalar in unicodeScalars {
            left -= scalar.columns ?? 0
            if left < 0 { break }
            text.append(scalar)
        }
        return String(text) + "…"
    }

    /// The text with spaces behind it, up to a number of columns.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

    /// The text without spaces at its end.
    var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The text with escapes, as JSON has them, in place of the characters that a terminal would obey.
    ///
    /// - Parameter kept: of these, those that stay.
    func escapingControls(except kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard scalar.isControl, !kept.contains(scalar) else {
                text.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            text.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
        }
        return String(text)
    }

    /// The same for a text that may have several lines.
    var escapingControlsInLines: String { escapingControls(except: ["\n", "\t"]) }
}

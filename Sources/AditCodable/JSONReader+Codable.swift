import AditJSON

// Reading values as Swift's types, with errors that describe the value found.
extension JSONReader {
    func readBool(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> Bool {
        guard let bool else { throw mismatch(place(), "true or false") }
        return bool
    }

    func readString(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> String {
        guard let string else { throw mismatch(place(), "a string") }
        return string
    }

    func readDouble(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> Double {
        guard let number else { throw mismatch(place(), "a number") }
        return number
    }

    func readFloat(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> Float {
        guard let number else { throw mismatch(place(), "a number") }
        let float = Float(decimal: number)
        guard float.isFinite else { throw mismatch(place(), "a number within a Float's range") }
        return float
    }

    func readInteger<T: FixedWidthInteger>(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> T {
        guard let integer else { throw mismatch(place(), "a whole number of 64 bits") }
        guard let exact = T(exactly: integer) else { throw mismatch(place(), "one from \(T.min) to \(T.max)") }
        return exact
    }

    private func mismatch(_ place: CodingPlace?, _ expected: String) -> CodingFailure {
        CodingFailure(at: place, "found \(description); \(expected) is expected")
    }
}

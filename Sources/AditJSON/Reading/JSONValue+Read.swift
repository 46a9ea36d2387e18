// Reading values as Swift's types, with errors that describe the value found.
extension JSONValue {
    package func readBool(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> Bool {
        guard let bool else { throw mismatch(place(), "true or false") }
        return bool
    }

    package func readString(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> String {
        guard let string else { throw mismatch(place(), "a string") }
        return string
    }

    package func readDouble(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> Double {
        guard let number else { throw mismatch(place(), "a number") }
        return number
    }

    package func readFloat(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> Float {
        guard let number else { throw mismatch(place(), "a number") }
        let float = Float(decimal: number)
        guard float.isFinite else { throw mismatch(place(), "a number within a Float's range") }
        return float
    }

    package func readInteger<T: FixedWidthInteger>(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> T
    {
        guard let integer else { throw mismatch(place(), "a whole number of 64 bits") }
        guard let exact = T(exactly: integer) else { throw mismatch(place(), "one from \(T.min) to \(T.max)") }
        return exact
    }

    private func mismatch(_ place: CodingPlace?, _ expected: String) -> CodingFailure {
        CodingFailure(at: place, "found \(description); \(expected) is expected")
    }
}

extension Float {
    /// Creates the float nearest to a decimal text that was read as a double.
    ///
    /// Rounding twice is wrong if the double lies halfway between two floats and the text does not: then the result is
    /// the float whose own text reads as that double.
    fileprivate init(decimal number: Double) {
        self.init(nearestTo: number)
        guard isFinite, Double(self) != number else { return }
        let other = Double(self) < number ? nextUp : nextDown
        if (Double(self) + Double(other)) / 2 == number, Double(other.description) == number { self = other }
    }
}

import AditJSON

// Reading values as Swift's types, with errors at a coding path.
extension JSONReader {
    func read<T: WireCodable>(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> T {
        do { return try T(reading: self) } catch { throw CodingFailure(at: place(), error.reason) }
    }

    func readInteger<T: FixedWidthInteger>(at place: @autoclosure () -> CodingPlace?) throws(CodingFailure) -> T {
        do { return try wholeNumber() } catch { throw CodingFailure(at: place(), error.reason) }
    }
}

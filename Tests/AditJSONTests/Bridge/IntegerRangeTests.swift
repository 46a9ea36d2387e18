import AditJSON
import Testing

/// GIVEN a number outside of an integer's range WHEN it is read THEN it is refused, and never cut off.
struct IntegerRangeTests {
    private struct Holder<T: Codable>: Codable { var n: T }

    private func expectRange<T: FixedWidthInteger & Codable>(
        _: T.Type, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let outside = [T(clamping: Int64.min), T(clamping: Int64.max)].compactMap { bound -> Int64? in
            guard let bound = Int64(exactly: bound) else { return nil }
            let (next, overflow) = bound < 1 ? bound.subtractingReportingOverflow(1) : bound.addingReportingOverflow(1)
            return overflow ? nil : next
        }
        for number in outside {
            let says = "found the number \(number); one from \(T.min) to \(T.max) is expected"
            #expect(refusal(of: "[0,\(number)]", as: [T].self) == "[1]: \(says)", sourceLocation: sourceLocation)
            #expect(
                refusal(of: #"{"n":\#(number)}"#, as: Holder<T>.self) == "n: \(says)", sourceLocation: sourceLocation)
            #expect(
                refusal(of: #"{"n":{"a":\#(number)}}"#, as: Holder<[String: T]>.self) == "n.a: \(says)",
                sourceLocation: sourceLocation)
        }
        for text in ["1.5", "1e300", "true", #""1""#, "{}", "[1]"] {
            #expect(
                refusal(of: "[\(text)]", as: [T].self).hasSuffix("; a whole number of 64 bits is expected"),
                sourceLocation: sourceLocation)
        }
    }

    @Test func `of every width`() {
        expectRange(Int8.self)
        expectRange(Int16.self)
        expectRange(Int32.self)
        expectRange(Int64.self)
        expectRange(Int.self)
        expectRange(UInt8.self)
        expectRange(UInt16.self)
        expectRange(UInt32.self)
        expectRange(UInt64.self)
        expectRange(UInt.self)
    }

    @Test func `a fraction is refused, a whole number written as one is not`() throws {
        #expect(try read([Int].self, "[1.0,-2.0,1e2,0.0,-0.0]") == [1, -2, 100, 0, 0])
        #expect(
            refusal(of: "[1.5]", as: [Int].self) == "[0]: found the number 1.5; a whole number of 64 bits is expected")
        #expect(
            refusal(of: "[0.1]", as: [UInt8].self) == "[0]: found the number 0.1; a whole number of 64 bits is expected"
        )
    }

    /// 2^53 + 1 is no double: read as one, it is another number.
    @Test(arguments: ["9007199254740993.0", "-9007199254740993.0", "9007199254740993e0", "9.223372036854775e18"])
    func `a number is never rounded to an integer`(text: String) {
        #expect(refusal(of: "[\(text)]", as: [Int].self).hasSuffix("a whole number of 64 bits is expected"))
    }
}

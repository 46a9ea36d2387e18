@testable import AditJSON
import Glibc
import TestSupport
import Testing

/// GIVEN a text of JSONTestSuite WHEN it is read THEN it is accepted or refused as its name says, and as jansson does.
///
/// The suite has texts that a parser must accept (`y_`), must refuse (`n_`), and may do either with (`i_`).
struct JSONTestSuiteTests {
    private static let folder = "\(#filePath)"
        .replacingSuffix("Reading/JSONTestSuiteTests.swift", by: "JSONTestSuite/test_parsing")

    /// What RFC 8259 allows, and Adit refuses: a key that is there twice, and a NUL byte in a key.
    private static let stricter: Set = [
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json", "y_object_escaped_null_in_key.json",
    ]

    /// What a parser may refuse, and Adit accepts: numbers that are rounded to zero or to the next double, and deep nesting.
    private static let accepted: Set = [
        "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json", "i_structure_500_nested_arrays.json",
    ]

    private static let names = files(in: folder)

    @Test func `the suite is there`() {
        #expect(Self.names.count == 318)
        #expect(Self.stricter.union(Self.accepted).isSubset(of: Self.names))
    }

    @Test(arguments: names)
    func `a text`(name: String) throws {
        let isRead = compareWithJansson(try #require(Self.bytes(of: "\(Self.folder)/\(name)")))
        let isAccepted = name.hasPrefix("y_") ? !Self.stricter.contains(name) : Self.accepted.contains(name)
        #expect(isRead == isAccepted)
    }

    private static func files(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        return names.sorted()
    }

    private static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }
}

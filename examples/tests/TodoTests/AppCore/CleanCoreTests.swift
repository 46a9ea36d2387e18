import Testing

import class Foundation.FileManager

/// Reads the sources of the core, which are beside the tests.
@Suite struct CleanCoreTests {
    @Test(arguments: ["examples/Cores/Todo", "examples/Cores/Counter"])
    func R19_aCoreImportsNothingButAdit(folder: String) throws {
        // GIVEN
        let root = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
        let names = try #require(FileManager.default.enumerator(atPath: "\(root)/\(folder)"))
        let files = names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        // WHEN
        var imports: Set<String> = []
        for file in files {
            let data = try #require(FileManager.default.contents(atPath: "\(root)/\(folder)/\(file)"))
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            imports.formUnion(lines.filter { $0.contains("import ") && !$0.contains("//") }.map(String.init))
        }
        // THEN
        #expect(!files.isEmpty)
        #expect(imports == ["import Adit"])
    }
}

import AditLibrary
import Testing

@testable import AditProgram

@Suite struct FileTests {
    @Test(arguments: [
        ("name", ".", "name"), ("/name", "/", "name"), ("a/b/name", "a/b", "name"), ("a/", "a", ""),
        ("a/\u{301}", "a", "\u{301}"),  // bug: the slash was taken for a part of the letter behind it
    ])
    func pathsHaveParts(path: String, folder: String, name: String) {
        let parts = File.parts(of: path)
        #expect(parts.folder == folder)
        #expect(parts.name == name)
    }

    @Test(arguments: [("a/b-1.store", "a/b-1.store"), ("", "''"), ("a b", "'a b'"), ("'\u{301}", "''\\''\u{301}'")])
    func pathsAreWordsOfAShell(path: String, word: String) { #expect(path.shellQuoted == word) }

    @Test(arguments: [("", "1:1"), ("{", "1:2"), ("{\n \"é\": tru}", "2:7")])
    func faultsOfAFileHaveTheirPlace(text: String, place: String) {
        let failure = #expect(throws: Failure.self) { try JSONValue(Array(text.utf8), of: "a.json") }
        #expect(failure?.text?.hasPrefix("a.json:\(place): ") == true, "\(failure?.text ?? "")")
    }
}

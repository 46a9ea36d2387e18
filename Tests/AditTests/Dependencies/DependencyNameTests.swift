import Adit
import Testing

private enum DateKey_: TestDependencyKey { static var testValue: Int { 0 } }
private enum APIClientKey: TestDependencyKey { static var testValue: Int { 0 } }
private struct APIClient: TestDependencyKey { static var testValue: APIClient { APIClient() } }
private enum URLKey: TestDependencyKey { static var testValue: Int { 0 } }
private enum Key: TestDependencyKey { static var testValue: Int { 0 } }
private enum OwnKey: TestDependencyKey {
    static var testValue: Int { 0 }
    static var dependencyName: String { "mine" }
}

/// GIVEN keys WHEN a text needs their names THEN these are most likely those of their properties.
@Suite struct DependencyNameTests {
    @Test(arguments: [
        (FileManagerKey.self as any TestDependencyKey.Type, "fileManager"), (APIClientKey.self, "apiClient"),
        (APIClient.self, "apiClient"), (URLKey.self, "url"), (Key.self, "key"), (OwnKey.self, "mine"),
        (DateKey_.self, "dateKey_"),
    ])
    func namesComeFromTypes(key: any TestDependencyKey.Type, name: String) {
        #expect(key.dependencyName == name)
    }
}

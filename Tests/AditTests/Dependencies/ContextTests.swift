import Adit
import Testing

/// A dependency whose live half is in no module that this one knows.
private enum HalfKey: TestDependencyKey {
    static var testValue: String { "test" }
}

/// GIVEN keys with values for each context WHEN the context changes THEN values that are not overridden change with it.
@Suite struct ContextTests {
    @Test func aTestIsATest() {
        #expect(DependencyValues.current.context == .test)
    }

    @Test(arguments: [
        (DependencyContext.live, "live files"), (.preview, "files to look at"), (.test, "test files"),
    ])
    func aKeyHasAValueForEachContext(context: DependencyContext, name: String) {
        withDependencies {
            $0.context = context
        } operation: {
            #expect(DependencyValues.current.context == context)
            #expect(DiskReader().fileManager.name == name)
        }
        inCore(context) { _ in #expect(DiskReader().fileManager.name == name) }
    }

    @Test func aPreviewIsLiveUnlessAKeySaysMore() {
        inCore(.preview) { _ in #expect(DiskReader().userDefaults.name == "live defaults") }
    }

    @Test func overridesStayInAnotherContext() {
        withDependencies {
            $0.fileManager = .mock
        } operation: {
            withDependencies {
                $0.context = .live
            } operation: {
                #expect(DiskReader().names == ["mock", "live defaults"])
            }
        }
    }

    @Test(arguments: [DependencyContext.live, .preview, .test])
    func aHalfKeyHasItsTestValueEverywhere(context: DependencyContext) {
        inCore(context) { _ in #expect(DependencyValues.current[HalfKey.self] == "test") }
    }
}

import Adit
import Testing

/// GIVEN the environments of cores WHEN a thread enters and leaves them THEN their values are there meanwhile.
@Suite struct CoreEnvironmentTests {
    @Test func environmentsNest() {
        #expect(CoreEnvironment.current == nil)
        inCore(bringing: { $0.fileManager = Disk(name: "outer") }) { outer in
            inCore(bringing: { $0.fileManager = Disk(name: "inner") }) { inner in
                #expect(CoreEnvironment.current === inner)
                #expect(DependencyValues.current.fileManager.name == "inner")
            }
            #expect(CoreEnvironment.current === outer)
            #expect(DependencyValues.current.fileManager.name == "outer")
        }
        #expect(CoreEnvironment.current == nil)
    }

    @Test func theScopesOfOneCoreAreNotThoseOfAnother() {
        inCore { _ in
            withDependencies {
                $0.fileManager = .mock
            } operation: {
                inCore { _ in #expect(DependencyValues.current.fileManager.name == "test files") }
                #expect(DependencyValues.current.fileManager == .mock)
            }
        }
    }

    @Test func scopesAreLookedForOnlyWhileThereAreAny() {
        struct Broken: Error {}
        inCore { environment in
            #expect(!environment.hasScopes)
            withDependencies { _ in
            } operation: {
                withDependencies { _ in
                } operation: {
                }
                #expect(environment.hasScopes)
            }
            #expect(!environment.hasScopes)
            #expect(throws: Broken.self) {
                try withDependencies { _ in
                } operation: {
                    throw Broken()
                }
            }
            #expect(!environment.hasScopes)
        }
    }

    @Test func D10_aMessageIsHandledInTheScopeOfItsValues() {
        inCore { environment in
            // GIVEN
            var values = environment.values
            values.fileManager = .mock
            // WHEN
            let names = environment.withScope(values) { DiskReader().names }
            // THEN
            #expect(names == ["mock", "test defaults"])
            #expect(environment.withScope(nil) { environment.hasScopes } == false)
        }
    }

    @Test func whatACoreBringsIsNoOverride() {
        // GIVEN
        let model = inCore(bringing: { $0.fileManager = Disk(name: "core's") }) { _ in DiskReader() }
        // THEN
        #expect(model.fileManager.name == "test files")
    }

    @Test func whatACoreBringsStaysInAnotherContext() {
        inCore(bringing: { $0.fileManager = Disk(name: "core's") }) { _ in
            withDependencies {
                $0.context = .live
            } operation: {
                #expect(DiskReader().names == ["core's", "live defaults"])
            }
        }
    }
}

import Adit
import Testing

/// GIVEN work that goes on after the scope in which it began WHEN it reads dependencies THEN it has those of the
/// beginning.
@Suite struct LifetimeTests {
    @Test func D14_tasksKeepTheirValues() async {
        // WHEN
        let task = withDependencies {
            $0.fileManager = .mock
        } operation: {
            Task {
                await Task.yield()
                return DependencyValues.current.fileManager
            }
        }
        // THEN
        #expect(await task.value == .mock)
        #expect(DependencyValues.current.fileManager.name == "test files")
    }

    @Test func D14_valuesStayOverSuspension() async {
        // WHEN
        let seen = await withDependencies {
            $0.fileManager = .mock
        } operation: {
            let reader = DiskReader()
            let before = reader.fileManager
            await Task.yield()
            return [before, reader.fileManager]
        }
        // THEN
        #expect(seen == [.mock, .mock])
    }

    @Test func D14_closuresDoNotKeepTheirValues() {
        // GIVEN
        var later: [() -> String] = []
        // WHEN
        withDependencies {
            $0.fileManager = .mock
        } operation: {
            later.append { DependencyValues.current.fileManager.name }
        }
        // THEN
        #expect(later.map { $0() } == ["test files"])
    }

    @Test func D14_escapingClosuresCarryValuesAlong() {
        // GIVEN
        var later: [() -> [String]] = []
        // WHEN
        withDependencies {
            $0.fileManager = .mock
        } operation: {
            withEscapedDependencies { continuation in
                later.append { continuation.yield { DiskReader().names } }
            }
        }
        // THEN
        #expect(later.map { $0() } == [["mock", "test defaults"]])
        #expect(later.map { $0() } == [["mock", "test defaults"]])
        #expect(DiskReader().names == ["test files", "test defaults"])
    }

    @Test func D14_escapingClosuresCarryValuesIntoATask() async {
        // WHEN
        let task = await withDependencies {
            $0.fileManager = .mock
        } operation: {
            await withEscapedDependencies { continuation in
                await Task.yield()
                return Task.detached {
                    let outside = DependencyValues.current.fileManager
                    let inside = await continuation.yield {
                        await Task.yield()
                        return DependencyValues.current.fileManager
                    }
                    return [outside.name, inside.name]
                }
            }
        }
        // THEN
        #expect(await task.value == ["test files", "mock"])
    }

    @Test func D14_aContinuationHasTheValuesOfTheCoreInWhichItIsUsed() {
        // GIVEN
        let continuation = withDependencies {
            $0.fileManager = .mock
        } operation: {
            withEscapedDependencies { $0 }
        }
        // WHEN
        inCore(bringing: { $0.userDefaults = Disk(name: "core's") }) { environment in
            // THEN
            #expect(continuation.yield { DiskReader().names } == ["mock", "core's"])
            #expect(!environment.hasScopes)
        }
    }

    @Test func D14_aChangedContextIsCarriedAlong() async {
        // WHEN
        let (task, continuation, reader) = withDependencies {
            $0.context = .live
        } operation: {
            (Task { DiskReader().names }, withEscapedDependencies { $0 }, DiskReader())
        }
        // THEN
        #expect(await task.value == ["live files", "live defaults"])
        #expect(continuation.yield { DiskReader().names } == ["live files", "live defaults"])
        #expect(reader.names == ["live files", "live defaults"])
    }
}

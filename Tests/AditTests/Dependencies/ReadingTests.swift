import Adit
import Testing

extension DependencyValues {
    /// Something made of a key's value, that can only be read.
    fileprivate var quietDisk: Disk {
        var disk = fileManager
        disk.isWritable = false
        return disk
    }

    /// Something made of a key's value, that can be set.
    fileprivate var shoutingDisk: Disk {
        get { Disk(name: fileManager.name.uppercased()) }
        set { fileManager = newValue }
    }
}

private struct Reader {
    @Dependency(\.fileManager) var fileManager
    @Dependency(FileManagerKey.self) var byKey
    @Dependency(\.date.now) var now
    @Dependency(\.fileManager.name) var name
    @Dependency(\.quietDisk) var quiet
    @Dependency(\.shoutingDisk) var shouting
    @Dependency(\.context) var context
}

/// GIVEN a core WHEN a property is read again and again THEN it is what it should be each time, whatever is kept of it.
@Suite struct ReadingTests {
    private let reader = Reader()

    @Test func readsAgreeWithTheValuesTheyAreOf() {
        inCore(bringing: { $0.fileManager = Disk(name: "core's") }) { _ in
            for _ in 0..<3 {
                #expect(reader.fileManager.name == "core's")
                #expect(reader.byKey.name == "core's")
                #expect(reader.name == "core's")
                #expect(reader.context == .test)
            }
        }
    }

    @Test func whatIsMadeOfAValueStaysWhatIsMadeOfIt() {
        inCore { _ in
            for reader in [reader, reader, Reader()] {
                #expect(!reader.quiet.isWritable)
                #expect(reader.shouting.name == "TEST FILES")
                #expect(reader.fileManager.isWritable)
            }
        }
    }

    @Test func whatIsAnotherThingEachTimeIsReadEachTime() {
        let seconds = Log<Int>()
        inCore(bringing: {
            $0.date = DateGenerator {
                seconds.add(1)
                return Timestamp.evening.advanced(byNanoseconds: seconds.entries.count)
            }
        }) { _ in
            #expect((0..<3).map { _ in reader.now.nanoseconds } == [1, 2, 3])
        }
    }

    @Test func anOverrideIsSeenAndGoneAgain() {
        inCore { _ in
            #expect(reader.fileManager.name == "test files")
            withDependencies {
                $0.userDefaults = .mock
            } operation: {
                #expect(reader.fileManager.name == "test files")
                withDependencies {
                    $0.fileManager = .mock
                } operation: {
                    #expect(reader.fileManager == .mock)
                    #expect(reader.byKey == .mock)
                    #expect(reader.name == "mock")
                    #expect(reader.shouting.name == "MOCK")
                }
                #expect(reader.byKey.name == "test files")
            }
            #expect(reader.fileManager.name == "test files")
        }
    }

    @Test func oneObjectInTwoCoresHasTheValuesOfEach() {
        for name in ["a", "b", "a"] {
            inCore(bringing: { $0.fileManager = Disk(name: name) }) { _ in
                #expect(reader.fileManager.name == name)
                #expect(reader.fileManager.name == name)
                inCore { _ in #expect(reader.byKey.name == "test files") }
                #expect(reader.shouting.name == name.uppercased())
            }
        }
        #expect(reader.fileManager.name == "test files")
    }
}

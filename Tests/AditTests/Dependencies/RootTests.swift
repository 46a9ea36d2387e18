import Adit
import AditState
import AditTesting
import Synchronization
import TestSupport
import Testing

/// How often a value has been made.
private final class Makings: Sendable {
    @TaskLocal static var current = Makings()
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
}

/// Something that is worth making once.
private final class Connection: DependencyKey, Sendable {
    static var liveValue: Connection { Connection() }
    static var testValue: Connection { Connection() }

    /// Whoever wants to be told of something.
    let listener = Listener()

    final class Listener: @unchecked Sendable {  // Used by one test, on its thread.
        var model: Model?
    }

    init() { Makings.current.add() }
}

/// A value that needs another one to be made.
private enum SessionKey: DependencyKey {
    static var liveValue: [Connection] { [DependencyValues.current[Connection.self]] }
    static var testValue: [Connection] { liveValue }
}

private final class Model {
    @Dependency(Connection.self) var connection
    @Dependency(SessionKey.self) var session
}

/// GIVEN values that are expensive WHEN they are read THEN a core makes each once, and lets go of it when it goes.
@Suite struct RootTests {
    @Test func aCoreMakesAValueOnce() {
        let makings = Makings()
        Makings.$current.withValue(makings) {
            inCore { _ in
                #expect(Model().connection === Model().connection)
                #expect(makings.count == 1)
            }
            inCore { _ in _ = Model().connection }
        }
        #expect(makings.count == 2)
    }

    @Test func aScopeOfAnotherContextMakesAValueOnce() {
        let makings = Makings()
        Makings.$current.withValue(makings) {
            withDependencies {
                $0.context = .live
            } operation: {
                #expect(Model().connection === Model().connection)
            }
        }
        #expect(makings.count == 1)
    }

    @Test func outsideOfCoresNothingIsKept() {
        #expect(Model().connection !== Model().connection)
    }

    @Test func aValueMayNeedAnother() {
        inCore { _ in
            let model = Model()
            #expect(model.session.first === model.connection)
        }
    }

    @Test func threadsThatReadAtOnceHaveTheSame() {
        // GIVEN
        let values = CoreEnvironment(context: .test) { _ in }.values
        let lock = Lock()
        let condition = Condition()
        let found = Log<ObjectIdentifier>()
        // WHEN
        for _ in 0..<4 {
            Threads.start {
                let connection = values[Connection.self]
                lock.withLock { found.add(ObjectIdentifier(connection)) }
                condition.wakeAll()
            }
        }
        lock.lock()
        while found.entries.count < 4 { _ = lock.wait(for: condition, until: nil) }
        lock.unlock()
        // THEN
        #expect(Set(found.entries).count == 1)
    }

    @Test func aValueGoesWithItsCore() {
        weak var connection: Connection?
        weak var environment: CoreEnvironment?
        let model = Model()
        inCore {
            connection = model.connection
            environment = $0
            #expect(model.connection === connection)
        }
        // The model outlives the core, and does not hold on to what it has read there.
        #expect(connection == nil)
        #expect(environment == nil)
        #expect(model.connection.listener.model == nil)
    }

    @Test func aValueThatKnowsOfItsReaderMakesNoCycle() {
        weak var connection: Connection?
        weak var weakModel: Model?
        inCore { _ in
            let model = Model()
            _ = model.connection
            model.connection.listener.model = model
            (connection, weakModel) = (model.connection, model)
        }
        #expect(connection == nil)
        #expect(weakModel == nil)
    }

    @Test func aTaskDoesNotKeepACore() async {
        weak var connection: Connection?
        var task: Task<Void, Never>?
        let failures = TestFailures.collect {
            task = inCore { _ in
                connection = Model().connection
                return withDependencies {
                    $0.fileManager = .mock
                } operation: {
                    Task { while !Task.isCancelled { await Task.yield() } }
                }
            }
        }
        #expect(connection == nil)
        #expect(failures.count == 1)
        task?.cancel()
        await task?.value
    }
}

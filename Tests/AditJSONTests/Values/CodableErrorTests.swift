import AditJSON
import Testing

private enum Plain: Error { case offline, busy(until: Int), lost(String, Int), closed(Int) }

private enum Told: String, Error, CustomStringConvertible {
    case full
    var description: String { "there is no room" }
}

private enum Silent: Error, CustomStringConvertible {
    case asleep
    var description: String { "it sleeps" }
}

private struct URLError: Error { let code = 404 }
private struct IO: Error, CustomStringConvertible { let description = "the disk is gone" }

/// GIVEN any error WHEN it is put in words THEN a program and a person know it.
struct CodableErrorTests {
    @Test(arguments: [
        (Plain.offline as any Error, "offline", "offline"),
        (Plain.busy(until: 9), "busy", "busy(until: 9)"),
        (Plain.lost("a", 1), "lost", #"lost("a", 1)"#),
        (Plain.closed(7), "closed", "closed(7)"),
        (Told.full, "full", "there is no room"),
        (Silent.asleep, "silent", "it sleeps"),
        (URLError(), "urlError", "URLError(code: 404)"),
        (IO(), "io", "the disk is gone"),
        (CancellationError(), "cancellationError", "CancellationError()"),
    ])
    func `W23 any error has a name and a message`(error: any Error, name: String, message: String) {
        #expect(CodableError(error) == CodableError(name: name, message: message))
    }

    @Test func `one that is in words already stays as it is`() {
        let error = CodableError(name: "full", message: "there is no room")
        #expect(CodableError(error as any Error) == error)
        #expect("\(error)" == "there is no room")
    }

    @Test func `the outcome of asynchronous work is a result`() async throws {
        // GIVEN
        func work(_ error: (any Error)?) async throws -> Int {
            await Task.yield()
            if let error { throw error }
            return 7
        }
        // WHEN
        let success = try await Result { try await work(nil) }
        let failure = try await Result { try await work(Plain.offline) }
        // THEN
        #expect(success == .success(7))
        #expect(failure == .failure(CodableError(name: "offline", message: "offline")))
    }

    @Test(arguments: [false, true]) func `cancelled work has no outcome`(fails: Bool) async {
        // GIVEN work that ends by its cancellation, or in spite of it
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Result<Bool, CodableError> {
                if fails { try Task.checkCancellation() }
                return true
            }
        }
        // THEN
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `plain Codable code has the same form`() {
        expectWire(CodableError(name: "full", message: "no room"), #"{"name":"full","message":"no room"}"#)
    }
}

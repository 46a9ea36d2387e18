import Adit
import Testing

@testable import ProfileCore

@Suite struct SaveEmailUseCaseTests {
    let runner = EffectRunner(clock: .virtual)
    let gateway = MockSaveGateway()

    private func responses(to email: String) throws -> [SaveEmailUseCase.Response] {
        var responses: [SaveEmailUseCase.Response] = []
        let saver = SaveEmailUseCase(gateway: gateway, effects: runner.makeEffects()) { responses.append($0) }
        try saver.request(.save(email: email))
        try runner.run()
        return responses
    }

    @Test func W4_savingIsApartAndEndsInAResponse() throws {
        #expect(try responses(to: "a@b") == [.finished(result: .success("a@b"))])
    }

    @Test func whatIsNoAddressThrows() {
        #expect(throws: EmailError.notAnAddress("a")) { try responses(to: "a") }
        #expect(
            EmailError.notAnAddress("a").description
                == #""a" is no email address; a name, an @ and a host are expected"#)
    }
}

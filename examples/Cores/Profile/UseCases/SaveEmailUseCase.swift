import Adit

/// Saves an email. A new request cancels a save in flight.
struct SaveEmailUseCase: UseCase {
    enum Request { case save(email: String) }
    enum Response: Equatable { case finished(result: Result<String, CodableError>) }

    private let gateway: any SaveGateway
    private let effects: Effects
    private let respond: (Response) -> Void

    init(gateway: any SaveGateway, effects: Effects, responder: @escaping (Response) -> Void) {
        self.gateway = gateway
        self.effects = effects
        respond = responder
    }

    /// - Throws: ``EmailError`` whenever it is not an address: then nothing is saved, and there is no response.
    func request(_ request: Request) throws {
        switch request {
        case .save(let email):
            guard email.isEmailAddress else { throw EmailError.notAnAddress(email) }
            effects.run(id: "save", whileInFlight: .cancelPrevious) {
                let result = try await Result { try await gateway.save(email: email) }
                respond(.finished(result: result))
            }
        }
    }
}

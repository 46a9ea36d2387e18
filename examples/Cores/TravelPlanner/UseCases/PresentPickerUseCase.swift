import Adit

/// Presents a picker, and responds with the user's pick. Only one picker is presented at a time: a second one replaces
/// the first, whose response is discarded.
struct PresentPickerUseCase: UseCase {
    enum Request: Equatable {
        case location(LocationRow, Location?)
        case date(TravelTimeQueryType, Timestamp)
        case travelOptions(TravelOptions)
        case directToOptions(DirectToOptions)
        case ciCoOptions(CiCoOptions)
    }
    enum Response: Equatable {
        case locationWasPicked(LocationRow, Location)
        case timeWasPicked(TravelTimeQueryType, Timestamp?)
        case travelOptionsWereChosen(TravelOptions)
        case directToOptionsWereChosen(DirectToOptions)
        case ciCoOptionsWereChosen(CiCoOptions)
        case wasCancelled(Picker)
        case wasNotPresented(Picker, CodableError)
    }

    private let gateways: Gateways
    private let effects: Effects
    private let respond: (Response) -> Void

    init(gateways: Gateways, effects: Effects, responder: @escaping (Response) -> Void) {
        self.gateways = gateways
        self.effects = effects
        respond = responder
    }

    func request(_ request: Request) {
        let gateways = gateways
        switch request {
        case .location(let row, let location):
            present(.location) {
                try await gateways.locations.pickLocation(for: row, location)
            } picked: {
                .locationWasPicked(row, $0)
            }
        case .date(let queryType, let date):
            present(.date) {
                try await gateways.dates.pickTime(queryType, date)
            } picked: {
                .timeWasPicked($0.queryType, $0.date)
            }
        case .travelOptions(let options):
            present(.travelOptions) {
                try await gateways.options.choose(options)
            } picked: {
                .travelOptionsWereChosen($0)
            }
        case .directToOptions(let options):
            present(.directToOptions) {
                try await gateways.options.choose(options)
            } picked: {
                .directToOptionsWereChosen($0)
            }
        case .ciCoOptions(let options):
            present(.ciCoOptions) {
                try await gateways.options.choose(options)
            } picked: {
                .ciCoOptionsWereChosen($0)
            }
        }
    }

    private func present<Answer>(
        _ picker: Picker, _ ask: @escaping () async throws -> Answer?, picked: @escaping (Answer) -> Response
    ) {
        effects.run(id: "picker", whileInFlight: .cancelPrevious) { [respond] in
            do {
                respond(try await ask().map(picked) ?? .wasCancelled(picker))
            } catch _ where Task.isCancelled {
                // Another picker replaces it.
            } catch {
                respond(.wasNotPresented(picker, CodableError(error)))
            }
        }
    }
}

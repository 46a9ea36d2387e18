import Adit

@testable import TravelPlannerCore

/// Pickers in which nobody has to pick: they answer at once, or fail.
final class MockGateways: LocationPickerGateway, DatePickerGateway, OptionsGateway {
    var location: Location?
    var time: PickedTime?
    var travelOptions: TravelOptions?
    var directToOptions: DirectToOptions?
    var ciCoOptions: CiCoOptions?
    /// What each fails with.
    var failure: (any Error)?
    /// What was presented, in order.
    private(set) var presented: [String] = []

    var all: Gateways { Gateways(locations: self, dates: self, options: self) }

    func pickLocation(for row: LocationRow, _ location: Location?) throws -> Location? {
        try present("\(row) \(location?.name ?? "-")", self.location)
    }

    func pickTime(_ queryType: TravelTimeQueryType, _ date: Timestamp) throws -> PickedTime? {
        try present("\(queryType) \(date)", time)
    }

    func choose(_ options: TravelOptions) throws -> TravelOptions? { try present("travel options", travelOptions) }
    func choose(_ options: DirectToOptions) throws -> DirectToOptions? { try present("direct to", directToOptions) }
    func choose(_ options: CiCoOptions) throws -> CiCoOptions? { try present("check-in", ciCoOptions) }

    private func present<Answer>(_ text: String, _ answer: Answer?) throws -> Answer? {
        presented.append(text)
        if let failure { throw failure }
        return answer
    }
}

import Adit

@testable import TravelPlannerCore

/// A controller by itself, with gateways in memory, on a clock that stands still.
final class Screen {
    let gateways = MockGateways()
    let store = createStore()
    let effects = EffectRunner(clock: .virtual(from: .morning))
    private(set) var controller: TravelPlannerViewController!
    private(set) var heard: [Message] = []

    init() {
        controller = withDependencies {
            $0.date = .constant(.morning)
        } operation: {
            TravelPlannerViewController(store: store, gateways: gateways.all, effects: effects.makeEffects()) {
                [unowned self] in heard.append($0)
            }
        }
    }

    /// Performs an action, and lets the pickers answer.
    func perform(_ action: PerformAction) throws {
        controller.actionPerformed = action
        try effects.run()
    }

    /// Lets the pickers answer.
    func run() throws { try effects.run() }

    /// What was presented, after all of it has been.
    func presented() throws -> [String] {
        try effects.run()
        return gateways.presented
    }
}

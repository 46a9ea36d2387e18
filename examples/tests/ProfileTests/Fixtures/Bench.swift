import Adit

@testable import ProfileCore

/// The view model of the profile core on a virtual clock, with a gateway in memory; its completions come back to it.
final class Bench {
    let gateway = MockSaveGateway()
    let store = createStore()
    let effects = EffectRunner(clock: .virtual)
    private(set) var viewModel: ProfileViewModel!
    private(set) var heard: [When] = []
    private var rootHandler: Input = { _ in }

    init() {
        let model = ProfileViewModel(store: store, gateway: gateway, effects: effects.makeEffects()) {
            [unowned self] when in
            heard.append(when)
            try? rootHandler(when)
        }
        viewModel = model
        rootHandler = createAppCore(
            store: store, receivers: [], features: [{ try model.handle($0) }], effects: effects)
    }

    /// Sends events, and lets the effects go on that can.
    func send(_ whens: When...) throws {
        for when in whens {
            try rootHandler(when)
            try effects.run()
        }
    }
}

import AditReducers
import AditSwiftHost
import Testing

@testable import DiceCore

/// Document 002: a feature is one function of its state and an action, features are nested in bodies, and an override
/// of a child reaches all of the child and nothing else.
@Suite struct DiceTests {
    /// A core in which unloaded dice show one.
    private func core() throws -> AppCore<Game.State, Game.Action> {
        try AppCore(diceApp(), clock: .virtual) { $0.random = RandomSource { 1 << 60 } }
    }

    @Test func D3_aFeatureIsAFunctionOfItsStateAndAnAction() {
        // GIVEN
        var state = Die.State()
        // WHEN
        withDependencies {
            $0.random = RandomSource { 1 << 62 }
        } operation: {
            _ = Die().reduce(into: &state, action: .isThrown)
        }
        // THEN
        #expect(state == Die.State(pips: 2, throwCount: 1))
    }

    @Test func D3_onlyTheRootIsDrivenAndItsBodyIsNested() throws {
        // GIVEN
        let core = try core()
        // WHEN
        core.send(.footer(.right(.isThrown)))
        core.send(.footer(.right(.isThrown)))
        core.process()
        // THEN the child of a child was reduced, and no other
        #expect(core.state == Game.State(footer: Cup.State(right: Die.State(pips: 1, throwCount: 2))))
    }

    @Test func D3_D7_anOverrideReachesAllOfTheHeaderAndNeverTheFooter() throws {
        // GIVEN
        let core = try core()
        // WHEN
        for action: Game.Action in [
            .header(.left(.isThrown)), .header(.right(.isThrown)), .footer(.left(.isThrown)),
            .footer(.right(.isThrown)),
        ] { core.send(action) }
        core.process()
        // THEN
        let (six, one) = (Die.State(pips: 6, throwCount: 1), Die.State(pips: 1, throwCount: 1))
        #expect(
            core.state
                == Game.State(header: Cup.State(left: six, right: six), footer: Cup.State(left: one, right: one)))
    }

    @Test func D3_anEffectHasTheDependenciesOfItsReducer() throws {
        // GIVEN
        let core = try core()
        core.send(.header(.left(.isThrownHigh)))
        core.send(.footer(.left(.isThrownHigh)))
        core.process()
        #expect(core.state == Game.State())
        #expect(core.effectCount == 2)
        // WHEN
        core.advance(by: .seconds(1))
        // THEN
        #expect(core.state.header.left == Die.State(pips: 6, throwCount: 1))
        #expect(core.state.footer.left == Die.State(pips: 1, throwCount: 1))
        #expect(core.effectCount == 0)
    }

    @Test func D3_anEffectHasTheOverridesAroundItsReducer() throws {
        // GIVEN a die that exists before it is altered, so that it has not the override itself
        var state = Die.State()
        let die = Die()
        let effects = EffectRunner(clock: .virtual)
        var actions: [Die.Action] = []
        // WHEN
        let effect = die.dependency(\.random, .loaded).reduce(into: &state, action: .isThrownHigh)
        effect.start(by: effects.makeEffects()) { actions.append($0) }
        try effects.advance(by: .seconds(1))
        // THEN
        #expect(actions == [.cameDown(pips: 6)])
    }

    @Test func theClosestOverrideCounts() {
        // GIVEN
        var state = Die.State()
        let die = Die().dependency(\.random, RandomSource { 1 << 60 }).dependency(\.random, .loaded)
        // WHEN
        _ = die.reduce(into: &state, action: .isThrown)
        // THEN
        #expect(state.pips == 1)
    }
}

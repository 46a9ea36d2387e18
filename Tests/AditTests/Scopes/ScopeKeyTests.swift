import Adit
import Testing

@Model private struct Lamp: State {
    var level = 0
    enum Change { case set(Int) }
    mutating func apply(_ change: Change) { if case .set(let level) = change { self.level = level } }
}

@Model private struct Room: State {
    var lamp = Lamp()
    var spare: Lamp = Lamp()
    // Not on the wire: nothing has a pointer to it.
    var hidden: Lamp = Lamp()

    enum Change {}
    mutating func apply(_: Change) {}

    enum CodingKeys: String, CodingKey {
        case lamp = "big/lamp"
        case spare
    }
}

@Model private struct House: State {
    var kitchen: Room = Room()
    var hall: Room = Room()

    enum Change {}
    mutating func apply(_: Change) {}

    enum CodingKeys: String, CodingKey {
        case kitchen = "k"
        case hall
    }
}

/// GIVEN models with wire keys that differ from the names of their properties WHEN a store of a part changes THEN the
/// change has the wire keys.
struct ScopeKeyTests {
    /// Changes a part, and returns the changed paths that an observer of the whole state receives.
    private func paths(_ part: WritableKeyPath<House, Lamp>) -> [String] {
        var paths: [String] = []
        let store = StateStore(House())
        store.updated { (changes: ChangeSet) in paths += changes.map(\.path) }
        store.scope(part).change(.set(7))
        #expect(store.state()[keyPath: part].level == 7)
        return paths
    }

    @Test func `a nested property`() {
        #expect(paths(\.kitchen.lamp) == ["/k/big~1lamp/level"])
        #expect(paths(\.hall.spare) == ["/hall/spare/level"])
    }

    @Test func `a property that is not on the wire changes as the whole`() {
        #expect(paths(\.kitchen.hidden) == [])
    }
}

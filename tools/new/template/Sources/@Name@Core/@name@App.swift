import Adit

public func @name@App() -> App<@Name@State, Message> {
    App("@name@", state: @Name@State()) { core in
        [Feature(.entries, createEntriesFeature(store: core.store, output: core.output))]
    }
}

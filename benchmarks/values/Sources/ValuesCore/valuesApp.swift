import Adit

func createValuesFeature(store: StateStore<ValuesState>, output: @escaping Output<Message>) -> Input<Message> {
    let keeper = KeepValues(store: store) { response in
        switch response {
        case .wasKept(let values): output(.values(.response(.wasKept(values))))
        }
    }
    return { message in
        if case .values(.request(.keep(let values))) = message { keeper.request(.keep(values)) }
    }
}

/// The app `values`: answers each request by the values that it has kept.
public func valuesApp() -> App<ValuesState, Message> {
    App("values", state: ValuesState()) { core in
        [Feature(.values, createValuesFeature(store: core.store, output: core.output))]
    }
}

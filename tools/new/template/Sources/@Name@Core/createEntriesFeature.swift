import Adit

func createEntriesFeature(
    store: StateStore<@Name@State>, output: @escaping Output<Message>
) -> Input<Message> {
    let adder = AddEntry(store: store) { response in
        switch response {
        case .wasAdded(let text, let count):
            output(.entries(.response(.wasAdded(text: text, count: count))))
        case .wasNotAdded(let text, let error):
            output(.entries(.response(.wasNotAdded(text: text, error: error))))
        }
    }
    return { message in
        if case .entries(.request(.add(let text))) = message { adder.request(.add(text: text)) }
    }
}

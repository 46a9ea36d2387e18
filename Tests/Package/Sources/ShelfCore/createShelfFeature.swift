import Adit

func createShelfFeature(store: StateStore<ShelfState>, output: @escaping Output<Message>) -> Input<Message> {
    let adder = AddBook(store: store) { response in
        switch response {
        case .wasAdded(let book): output(.shelf(.response(.wasAdded(book: book))))
        case .wasNotAdded(let book, let error):
            output(.shelf(.response(.wasNotAdded(book: book, error: error))))
        }
    }
    return { message in
        if case .shelf(.request(.add(let book))) = message { adder.request(.add(book: book)) }
    }
}

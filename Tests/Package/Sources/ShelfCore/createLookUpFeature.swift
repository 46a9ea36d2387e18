import Adit

func createLookUpFeature(
    titles: any TitleGateway, effects: Effects, output: @escaping Output<Message>
) -> Input<Message> {
    let finder = LookUpBook(titles: titles, effects: effects) { response in
        switch response {
        case .wasFound(let book): output(.lookUp(.response(.wasFound(book: book))))
        case .wasNotFound(let isbn, let error):
            output(.lookUp(.response(.wasNotFound(isbn: isbn, error: error))))
        }
    }
    return { message in
        if case .lookUp(.request(.find(let isbn))) = message { finder.request(.find(isbn: isbn)) }
    }
}

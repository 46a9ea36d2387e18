import Adit
import AditGateways

/// Makes the feature that opens pages.
///
/// The ids of its effects are the pages' urls, in the scope of this feature: so a request to open a page finds the same
/// page being opened, and a cancellation finds its effect.
func createReadingFeature(
    store: Store, http: any HTTPGateway, keyValue: any KeyValueGateway, effects: Effects, output: @escaping Output
) -> Input {
    let opener = OpenPageUseCase(
        store: store, http: http, keyValue: keyValue, effects: effects, responder: handle(output: output)
    ).traced()
    let canceller = CancelPageUseCase(store: store, effects: effects, responder: handle(output: output)).traced()
    let forgetter = ForgetPageUseCase(
        store: store, keyValue: keyValue, effects: effects, responder: handle(output: output)
    ).traced()

    return { message in
        guard case .page(.request(let request)) = message else { return }
        switch request {
        case .open(let url): try opener.request(.open(url: url))
        case .refresh(let url): try opener.request(.refresh(url: url))
        case .cancel(let url): try canceller.request(.cancel(url: url))
        case .forget(let url): try forgetter.request(.forget(url: url))
        }
    }
}

private func handle(output: @escaping Output) -> (OpenPageUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasOpened(let page, let origin): output(.page(.response(.wasOpened(page: page, from: origin))))
        case .wasNotOpened(let url, let error): output(.page(.response(.wasNotOpened(url: url, error: error))))
        case .wasJoined(let url): output(.page(.response(.wasJoined(url: url))))
        }
    }
}

private func handle(output: @escaping Output) -> (CancelPageUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasCancelled(let url): output(.page(.response(.wasCancelled(url: url))))
        case .wasNotCancelled(let url, let error): output(.page(.response(.wasNotCancelled(url: url, error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (ForgetPageUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasForgotten(let url): output(.page(.response(.wasForgotten(url: url))))
        case .wasNotForgotten(let url, let error): output(.page(.response(.wasNotForgotten(url: url, error: error))))
        }
    }
}

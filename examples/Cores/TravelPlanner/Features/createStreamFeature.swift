import Adit

/// Makes the feature by which hosts follow the stream of actions.
func createStreamFeature(
    actions: ObservableStream<TravelPlannerViewController.PerformAction>, effects: Effects, output: @escaping Output
) -> Input {
    let follower = FollowActionsUseCase(actions: actions, effects: effects, responder: handle(output: output))

    return { message in
        guard case .stream(.request(let request)) = message else { return }
        switch request {
        case .subscribe(let name): follower.request(.subscribe(name))
        case .unsubscribe(let name): follower.request(.unsubscribe(name))
        }
    }
}

private func handle(
    output: @escaping Output
) -> (FollowActionsUseCase<TravelPlannerViewController.PerformAction>.Response) -> Void {
    return { response in
        switch response {
        case .wasSubscribed(let name): output(.stream(.response(.wasSubscribed(subscription: name))))
        case .wasNotSubscribed(let name, let error):
            output(.stream(.response(.wasNotSubscribed(subscription: name, error: error))))
        case .actionPerformed(let name, let action):
            output(.stream(.response(.actionPerformed(subscription: name, action: action))))
        case .wasUnsubscribed(let name): output(.stream(.response(.wasUnsubscribed(subscription: name))))
        case .wasNotUnsubscribed(let name, let error):
            output(.stream(.response(.wasNotUnsubscribed(subscription: name, error: error))))
        }
    }
}

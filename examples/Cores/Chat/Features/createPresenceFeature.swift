import Adit

/// Makes the feature by which the user goes online and offline.
func createPresenceFeature(store: Store, output: @escaping Output) -> Input {
    let presence = ChangePresenceUseCase(store: store, responder: handle(output: output))
    let heartbeat = SetHeartbeatUseCase(store: store, responder: handle(output: output))

    return { message in
        guard case .presence(.request(let request)) = message else { return }
        switch request {
        case .goOnline(let room): presence.request(.goOnline(room: room))
        case .goOffline: presence.request(.goOffline)
        case .setHeartbeat(let seconds): heartbeat.request(.set(seconds: seconds))
        }
    }
}

private func handle(output: @escaping Output) -> (ChangePresenceUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wentOnline(let room): output(.presence(.response(.wentOnline(room: room))))
        case .didNotGoOnline(let room, let error):
            output(.presence(.response(.didNotGoOnline(room: room, error: error))))
        case .wentOffline(let room): output(.presence(.response(.wentOffline(room: room))))
        case .didNotGoOffline(let error): output(.presence(.response(.didNotGoOffline(error: error))))
        }
    }
}

private func handle(output: @escaping Output) -> (SetHeartbeatUseCase.Response) -> Void {
    return { response in
        switch response {
        case .wasSet(let seconds): output(.presence(.response(.heartbeatWasSet(seconds: seconds))))
        case .wasNotSet(let seconds, let error):
            output(.presence(.response(.heartbeatWasNotSet(seconds: seconds, error: error))))
        }
    }
}

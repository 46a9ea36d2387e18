import Adit

/// The app `chat`: an inbox and a heartbeat clock, which only emit, and a feature that stores what they emit.
public func chatApp() -> App<ChatState, Message> {
    App("chat", state: ChatState(), gateways: [inboxHost]) { core in
        let inbox = HostInboxGateway(messages: core.connect(inboxHost))
        core.sources = createSources(inbox: inbox, output: core.output)
        return createFeatures(store: core.store, output: core.output)
    }
}

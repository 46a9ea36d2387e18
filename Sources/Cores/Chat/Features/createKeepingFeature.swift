import Adit

/// Makes the feature that stores the messages of the sources. It is a sink, without responses.
func createKeepingFeature(store: Store) -> Input {
    return { message in
        switch message {
        case .inbox(.received(let message)):
            store.change(.keep(message))
        case .inbox(.wasLost(let room, _)):
            // To receive more messages, the user goes online again, which restarts the source.
            if store.state().room.map(ByteString.init(_:)) == ByteString(room) { store.change(.loseInbox) }
        case .heartbeat(.beats(let date)):
            store.change(.noteBeat(at: date))
        default:
            break
        }
    }
}

import Adit

/// Makes the feature that keeps what the sources emit. It is a sink: it answers nothing.
func createKeepingFeature(store: Store) -> Input {
    return { message in
        switch message {
        case .inbox(.received(let message)):
            store.change(.keep(message))
        case .inbox(.wasLost(let room, _)):
            // Whoever wants to hear more has to go online again, which begins the source anew.
            if store.state().room.map(ByteString.init(_:)) == ByteString(room) { store.change(.loseInbox) }
        case .heartbeat(.beats(let date)):
            store.change(.noteBeat(at: date))
        default:
            break
        }
    }
}

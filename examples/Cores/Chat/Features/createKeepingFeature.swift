import Adit

/// Makes the feature that stores the messages of the sources. It is a sink, without responses.
func createKeepingFeature(store: Store) -> Input {
    let messageKeeper = KeepMessageUseCase(store: store)
    let inboxLoser = LoseInboxUseCase(store: store)
    let beatNoter = NoteBeatUseCase(store: store)

    return { message in
        switch message {
        case .inbox(.received(let message)): messageKeeper.request(.keep(message))
        case .inbox(.wasLost(let room, _)): inboxLoser.request(.lose(room: room))
        case .heartbeat(.beats(let date)): beatNoter.request(.note(at: date))
        default: break
        }
    }
}

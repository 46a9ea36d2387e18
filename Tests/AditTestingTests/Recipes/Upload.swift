import Adit

/// A photo that is to be uploaded. It stays in the state until that has happened.
@Model struct Upload: Identifiable, Equatable, Sendable {
    var id: UUID = .drawn()
    let photo: String
    /// How often it has failed.
    var failures = 0
    /// When it is tried next.
    var due: Timestamp = .drawn()
}

@Model struct UploadState: State {
    var uploads: Table<UUID, Upload> = []

    enum Change { case intend(Upload), postpone(UUID, until: Timestamp), complete(UUID) }

    mutating func apply(_ change: Change) {
        switch change {
        case .intend(let upload): uploads.append(upload)
        case .postpone(let id, let date):
            uploads[id: id]?.failures += 1
            uploads[id: id]?.due = date
        case .complete(let id): uploads.remove(id)
        }
    }
}

@Message enum UploadMessage: Equatable {
    case uploads(Uploads)

    enum Uploads: Equatable {
        case request(Request)
        case response(Response)
        enum Request: Equatable { case upload(Upload) }
        enum Response: Equatable {
            case willBeUploaded(Upload)
            case wasUploaded(id: UUID)
            case wasPostponed(id: UUID, until: Timestamp)
        }
    }
}

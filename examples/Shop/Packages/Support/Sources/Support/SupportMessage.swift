import Adit

/// The messages of what customers ask: a case for each feature.
@Message public enum SupportMessage: Equatable, Sendable {
    /// Opens and closes tickets.
    case tickets(Tickets)
    /// Writes into a ticket.
    case notes(Notes)
    /// Asks how good an answer was.
    case ratings(Ratings)
    /// Says how support is doing.
    case reports(Reports)

    public enum Tickets: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case open(subject: String)
            case close(id: UUID)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasOpened(Ticket)
            case wasNotOpened(error: SupportError)
            case wasClosed(id: UUID)
            case wasNotClosed(id: UUID, error: SupportError)
        }
    }

    public enum Notes: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case write(id: UUID, text: String)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasWritten(id: UUID, text: String)
            case wasNotWritten(id: UUID, error: SupportError)
        }
    }

    public enum Ratings: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case rate(id: UUID, rating: Int)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasRated(id: UUID, rating: Int)
            case wasNotRated(id: UUID, error: SupportError)
        }
    }

    public enum Reports: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case report
        }
        public indirect enum Response: Equatable, Sendable {
            case wasReported(open: Int, closed: Int, ratings: [Int])
        }
    }
}

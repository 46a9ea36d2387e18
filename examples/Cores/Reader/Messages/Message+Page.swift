import Adit

extension Message {
    /// Opening pages, and keeping them. A page is named by its url.
    @Message
    public enum _Page: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable, Sendable {
            /// Opens a page: the one that is kept, or else the one that the host fetches, which is kept from then on.
            case open(url: String)
            /// Fetches a page, whatever is kept. If it is being opened, that begins anew: this is answered for both.
            case refresh(url: String)
            /// Stops opening a page.
            case cancel(url: String)
            /// Keeps a page no longer; if it is being opened, that is stopped.
            case forget(url: String)
        }

        public enum Response: Equatable, Sendable {
            case wasOpened(page: Page, from: Origin)
            case wasNotOpened(url: String, error: ReadingError)
            /// It is being opened already: the answer to that is the answer to this.
            case wasJoined(url: String)
            case wasCancelled(url: String)
            case wasNotCancelled(url: String, error: ReadingError)
            case wasForgotten(url: String)
            case wasNotForgotten(url: String, error: ReadingError)
        }
    }
}

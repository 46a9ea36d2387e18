// The code of docs/wire.md. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit

enum WireGuide {
    @Message public enum Message: Equatable {
        case payment(Payment)
        @Internal case audit(Audit)

        public enum Payment: Equatable {
            case request(Request)
            case response(Response)

            public enum Request: Equatable {
                case authorise(cents: Int)
                @Internal case finish(cents: Int)
            }
            public enum Response: Equatable { case wasAuthorised(cents: Int) }
        }
    }
}

extension WireGuide {
    @Message enum Audit: Equatable { case request(Int) }
}

import Adit

/// A message of a core whose only feature calls one use case.
public enum UseCaseMessage<U: UseCase> {
    /// A request to the use case.
    case request(U.RequestType)
    /// A response of the use case.
    case response(U.ResponseType)
}

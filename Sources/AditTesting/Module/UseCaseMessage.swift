import Adit

/// What travels in a core whose one feature calls one use case.
public enum UseCaseMessage<U: UseCase> {
    /// What the use case is asked for.
    case request(U.RequestType)
    /// What it answers.
    case response(U.ResponseType)
}

/// Collects what a use case or a feature tells.
final class Responses<Response> {
    private(set) var all: [Response] = []

    func append(_ response: Response) { all.append(response) }
}

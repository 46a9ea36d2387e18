/// Collects what a use case, a feature or a core tells.
final class Responses<Response> {
    private(set) var all: [Response] = []

    func append(_ response: Response) { all.append(response) }
}

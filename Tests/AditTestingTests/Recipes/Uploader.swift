import Adit

let uploadHost = HostGateway<String, Bool>("upload", timeout: .seconds(30))

/// Uploads what the state says is to be uploaded, each when it is due.
struct Uploader {
    let host: HostConnection<String, Bool>
    let backoff: Backoff
    let output: Output<UploadMessage>
    @Dependency(\.date) var date
    @Dependency(\.clock) var clock
    @Dependency(\.random) var random

    /// A source for each upload. One that has failed again has another name, and so begins anew.
    func sources(_ state: UploadState) -> [Source] {
        state.uploads.map { upload in
            Source(id: "\(upload.id) \(upload.failures)") { try await attempt(upload) }
        }
    }

    private func attempt(_ upload: Upload) async throws {
        try await clock.sleep(for: upload.due - date())
        do {
            _ = try await host(upload.photo)
            output(.uploads(.response(.wasUploaded(id: upload.id))))
        } catch is GatewayFailure {
            let next = date() + backoff.delay(after: upload.failures + 1, random: random)
            output(.uploads(.response(.wasPostponed(id: upload.id, until: next))))
        }
    }
}

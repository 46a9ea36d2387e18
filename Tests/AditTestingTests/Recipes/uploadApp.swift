import Adit

func createUploadFeature(
    store: StateStore<UploadState>, output: @escaping Output<UploadMessage>
) -> Input<UploadMessage> {
    return { message in
        switch message {
        case .uploads(.request(.upload(let upload))):
            store.change(.intend(upload))
            output(.uploads(.response(.willBeUploaded(upload))))
        case .uploads(.response(.wasPostponed(let id, let date))): store.change(.postpone(id, until: date))
        case .uploads(.response(.wasUploaded(let id))): store.change(.complete(id))
        case .uploads(.response(.willBeUploaded)): break
        }
    }
}

func uploadApp(backoff: Backoff = Backoff()) -> App<UploadState, UploadMessage> {
    App(
        "upload", schemaVersion: 2, migrations: uploadMigrations, state: UploadState(), gateways: [uploadHost],
        views: [View("failing", of: \.uploads) { $0.failures > 0 }, View("count", countOf: \.uploads) { _ in true }]
    ) { core in
        let uploader = Uploader(host: core.connect(uploadHost), backoff: backoff, output: core.output)
        core.sources = uploader.sources
        return [Feature(.uploads, createUploadFeature(store: core.store, output: core.output))]
    }
}

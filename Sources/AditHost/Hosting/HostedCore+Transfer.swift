import Adit
import AditJSON
import AditState

// Export and import: each runs in slices, between messages.
extension HostedCore {
    /// Whether a transfer is pending. Any thread.
    package var isTransferring: Bool { transfers.arePending && !isBlocked }

    /// Begins to write the present state to a file.
    ///
    /// - Parameters:
    ///   - replaces: whether an existing file is replaced.
    ///   - masksSecrets: whether masks are written in place of secrets.
    func beginExport(to path: String, replacing replaces: Bool, masksSecrets: Bool, _ cause: Cause?) {
        guard let folder = transfers.folder else { return }
        do {
            let export = try app.reading.makeExport(masksSecrets: masksSecrets)
            begin(
                ExportTransfer(
                    export, to: path, in: folder, replacing: replaces, revision: loop.revision, cause))
        } catch {
            hostWriter.sendFailure(error, of: path, cause)
        }
    }

    /// Begins to read another state from a file.
    func beginImport(from path: String, _ cause: Cause?) {
        guard let folder = transfers.folder else { return }
        begin(
            ImportTransfer(from: path, in: folder, cause) { [unowned app] source throws(CodingFailure) in
                try app.reading.makeImport(from: source, depth: Depth.deepest)
            })
    }

    package func begin(_ transfer: any Transfer) { transfers.add(transfer) }

    /// Runs a slice of the first transfer. Between batches.
    package func resumeTransfer() {
        guard let transfer = transfers.first else { return }
        present.cause = transfer.cause
        defer { present.cause = nil }
        do {
            switch try transfer.resume(until: .after(milliseconds: HostedCore.slice)) {
            case nil: if transfers.shouldReportProgress() { hostWriter.sendProgress(of: transfer) }
            case .done(let message):
                hostWriter.send(message, of: transfer.cause)
                transfers.removeFirst()
            case .imported(let put): finish(transfer, put)
            case .replayed(let revision, let put, let messages):
                if let put { loop.show(put, at: revision, listener) }
                for message in messages { hostWriter.send(message, of: transfer.cause) }
                transfers.removeFirst()
            }
        } catch {
            hostWriter.sendFailure(error, of: transfer.path, transfer.cause)
            transfers.removeFirst()
        }
    }

    /// The duration of a slice in milliseconds.
    private static let slice: Int32 = 10

    /// Replaces the present state with an imported one, in a separate batch.
    private func finish(_ transfer: any Transfer, _ put: () -> Void) {
        let revision = loop.revision
        loop.journal?.begin("import") { $0.write(transfer.path) }
        hostWriter.begin(nil, of: transfer.cause)
        loop.importState(put, listener)
        endBatch()
        blockage.afterBatch { [unowned self] in
            // If it could not be stored, the host has received the error.
            if loop.revision > revision {
                hostWriter.send(
                    .imported(path: transfer.path, revision: Count(revision + 1)), of: transfer.cause)
            }
            transfers.removeFirst()
        }
    }

    /// Aborts all transfers, as the core closes.
    func endTransfers() {
        while let transfer = transfers.first {
            hostWriter.sendError(
                .closed, "\(transfer.path): the core closed before the \(transfer.work.rawValue) was done",
                of: transfer.cause)
            transfers.removeFirst()
        }
    }
}

extension HostMessageWriter {
    fileprivate func sendProgress(of transfer: any Transfer) {
        let (done, all) = transfer.progress
        send(.progress(work: transfer.work, path: transfer.path, done: Count(done), of: Count(all)), of: transfer.cause)
    }

    /// Writes the error of a file that could not be written or read.
    fileprivate func sendFailure(_ error: any Error, of path: String, _ cause: Cause?) {
        switch error {
        case let refusal as HostError: sendError(refusal.code, refusal.text, of: cause)
        case let failure as StorageFailure: sendError(failure.code, failure.description, of: cause)
        default: sendError(.message, "\(path): \(error)", of: cause)
        }
    }
}

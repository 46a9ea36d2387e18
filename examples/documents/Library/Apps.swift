import AditC
import AppReviewDocument
import EntryPointsDocument
import PerformActionDocument
import UseCasesDocument
import WhenDocument

/// Exports the apps of the five documents.
@_cdecl("adit_apps")
public func aditApps() -> UnsafeMutableRawPointer {
    export(emailApp(), tripApp(), pageApp(), reviewApp(), taggingApp())
}

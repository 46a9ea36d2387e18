import Adit
import AditCodable

/// What can happen in the profile app, each as a sentence. This is the app's message: there is no other way in.
///
/// A synchronous event is one case. Asynchronous work is two: what triggers it, and what it came to.
@Message
public enum When: AnalyticsWhen, Equatable, Sendable {
    /// The user changes the text of the email field; it need not be an address yet.
    @Incoming case userTypesNewEmail(userEmail: String)
    /// The user wants what was typed to be saved. It fails where that is no address.
    @Incoming case userTapsChangeEmailButton
    /// The network is done with saving: the email as it was saved, or why it was not.
    @Outgoing case networkFinishesSaving(result: Result<String, CodableError>)
}

/// The input of a part of the profile app.
typealias Input = Adit.Input<When>

/// The output of a part of the profile app.
typealias Output = Adit.Output<When>

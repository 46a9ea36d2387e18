import Adit
import Support

@testable import ProfileCore

typealias ProfileHost = AppHost<ProfileState, When>

extension ProfileHost {
    /// One that has begun.
    convenience init(gateways: Set<String> = ["save", "analytics", "crashReporting"]) {
        self.init(profileApp(), gateways: gateways, from: .epoch, hearsFailures: true)
        run()
    }
}

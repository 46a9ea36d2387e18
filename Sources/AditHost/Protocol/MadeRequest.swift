import Adit
import AditJSON

/// A request that was made to a gateway.
@Model
package struct MadeRequest {
    /// The id of the @effect.
    package let id: String
    package let gateway: String

    package init(id: String, gateway: String) { (self.id, self.gateway) = (id, gateway) }
}

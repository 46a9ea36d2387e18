/// A place in a catalog: the keys that lead there.
indirect enum CatalogPlace: CustomStringConvertible {
    case root
    case below(CatalogPlace, String)

    static func / (place: CatalogPlace, key: String) -> CatalogPlace { .below(place, key) }

    var description: String {
        switch self {
        case .root: "the catalog"
        case .below(.root, let key): key
        case .below(let place, let key): "\(place)/\(key)"
        }
    }
}

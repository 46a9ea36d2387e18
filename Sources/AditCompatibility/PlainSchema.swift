import AditJSON

/// The schema of a text, a number or a truth value.
struct PlainSchema {
    private let type: String
    private let keywords: JSONObject

    init(_ type: String, _ keywords: JSONObject) { (self.type, self.keywords) = (type, keywords) }

    /// Returns whether it allows all that another one allows.
    func accepts(_ other: PlainSchema) -> Bool {
        guard type == other.type || type == "number" && other.type == "integer" else { return false }
        // Of a pattern or a format it is known only whether it is the same.
        for keyword in ["pattern", "format", "minLength", "exclusiveMinimum", "exclusiveMaximum"] {
            if let value = keywords[keyword], other.keywords[keyword] != value, other.type == type { return false }
        }
        if let most = keywords["maxLength"]?.whole {
            guard let others = other.keywords["maxLength"]?.whole, others <= most else { return false }
        }
        guard other.type == "integer", type == "integer" else { return true }
        return bound("minimum", .min) <= other.bound("minimum", .min)
            && bound("maximum", .max) >= other.bound("maximum", .max)
    }

    private func bound(_ keyword: String, _ none: Int64) -> Int64 { keywords[keyword]?.whole ?? none }
}

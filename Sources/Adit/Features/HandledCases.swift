import AditJSON

/// The cases that a feature handles.
struct HandledCases {
    /// The names of the cases, by their positions among all cases.
    let names: [Int: String]
    /// Whether several features may handle each case: each child core takes its own messages from a case.
    let areShared: Bool

    /// - Parameters:
    ///   - cases: the cases.
    ///   - areShared: whether other features may also handle them.
    init<Case: WireCase>(_ cases: [Case], areShared: Bool = false) {
        let all = Array(Case.allCases)
        let named = cases.compactMap { name in all.firstIndex(of: name).map { ($0, name.rawValue) } }
        names = Dictionary(named) { first, _ in first }
        self.areShared = areShared
    }
}

extension CoreEnvironment {
    /// Warns of cases that several features of an app list: each of these features is called. As this may be intended,
    /// it is a warning of the log, not a failure of a test. The core's loop.
    ///
    /// - Parameters:
    ///   - features: the cases that each feature handles; nil for a feature that receives every message.
    ///   - app: the app's name.
    func warnOfDoubles(_ features: [HandledCases?], of app: String) {
        let listed = features.compactMap { $0 }.filter { !$0.areShared }.flatMap(\.names.values)
        for (name, count) in Dictionary(listed.map { ($0, 1) }, uniquingKeysWith: +).sorted(by: { $0.key < $1.key })
        where count > 1 {
            log(
                """
                \(count) features of "\(app)" list the case "\(name)", and all of them are called for it. Let one handle it; a \
                feature that is to see what others handle lists no cases: Feature { message in … }
                """)
        }
    }
}

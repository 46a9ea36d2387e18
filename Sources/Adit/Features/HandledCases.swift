import AditJSON

/// The cases that a feature handles.
struct HandledCases {
    /// Their names, by their positions among all cases.
    let names: [Int: String]
    /// Whether each is meant to be handled by several features: children take their own messages out of one case.
    let areShared: Bool

    /// - Parameters:
    ///   - cases: the cases.
    ///   - areShared: whether other features may handle them, too.
    init<Case: WireCase>(_ cases: [Case], areShared: Bool = false) {
        let all = Array(Case.allCases)
        let named = cases.compactMap { name in all.firstIndex(of: name).map { ($0, name.rawValue) } }
        names = Dictionary(named) { first, _ in first }
        self.areShared = areShared
    }
}

extension CoreEnvironment {
    /// Tells of cases that several features of an app list: each of them is called. That may be meant, so it is a
    /// warning of the log, and no failure of a test. The core's loop.
    ///
    /// - Parameters:
    ///   - features: what each of the features handles. One that sees every message lists no case.
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

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
        // Loops: each generic function of the standard library costs the opening of a core a search through the
        // conformances of the process.
        let all = Array(Case.allCases)
        var names: [Int: String] = [:]
        for name in cases {
            if let position = all.firstIndex(of: name) { names[position] = name.rawValue }
        }
        self.names = names
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
        var counts: [ByteString: Int] = [:]
        for case let cases? in features where !cases.areShared {
            for name in cases.names.values { counts[ByteString(name), default: 0] += 1 }
        }
        var doubles: [ByteString] = []
        for (name, count) in counts where count > 1 { doubles.append(name) }
        for name in doubles.sorted() {
            let count = counts[name] ?? 0
            log(
                """
                \(count) features of "\(app)" list the case "\(name)", and all of them are called for it. Let one handle it; a \
                feature that is to see what others handle lists no cases: Feature { message in … }
                """)
        }
    }
}

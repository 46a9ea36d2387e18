import AditJSON
import Glibc
import TestSupport
import Testing

/// A locale of this machine that writes numbers with a comma; nil where none is installed.
private let commaLocale = ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8", "de_DE", "fr_FR"].first { name in
    guard let locale = newlocale(LC_NUMERIC_MASK, name, nil) else { return false }
    defer { freelocale(locale) }
    return nl_langinfo_l(CInt(RADIXCHAR), locale).map { String(cString: $0) } == ","
}

/// GIVEN a process whose locale writes 1,5 WHEN numbers are read and written THEN they are JSON's all the same.
struct LocaleTests {
    @Test(.enabled(if: commaLocale != nil, "no locale with a decimal comma is installed"))
    func `numbers do not depend on the locale`() async {
        // In a process of its own: a locale is the whole process's.
        await #expect(processExitsWith: .success) {
            let name = try #require(commaLocale)
            _ = try #require(setlocale(LC_ALL, name))
            try withJSON("[1.5,-2.25e-3,1e2]") { value in
                #expect(value[0]?.number == 1.5)
                #expect(value[1]?.number == -0.00225)
                #expect(value[2]?.integer == 100)
            }
            #expect(syntaxError(of: "[1.5.2]") != nil)
            #expect(try written([1.5, 1e-7, 123456.789]) == "[1.5,1e-07,123456.789]")
            #expect(try written([Float(0.5)]) == "[0.5]")
            #expect(try read([Double].self, written([0.1, -1e300])) == [0.1, -1e300])
        }
    }
}

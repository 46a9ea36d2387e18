/// Conversions between numbers and eight decimal digits in a word, the first in the lowest byte.
enum EightDigits {
    /// Returns the number that eight bytes are; nil if one is not a digit.
    @inline(__always)
    static func number(_ word: UInt64) -> UInt64? {
        // Each step joins two neighbours, the first of which is in the lower half: digits, pairs, fours.
        guard let pairs = pairs(word) else { return nil }
        let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* (1 &+ 100 &<< 16)) &>> 16 & 0x0000_FFFF_0000_FFFF
        return (fours &* (1 &+ 10_000 &<< 32)) &>> 32
    }

    /// Returns in each byte but the last the number that this byte and the next one are; nil if one is not a digit.
    @inline(__always)
    static func pairs(_ word: UInt64) -> UInt64? {
        // Digits have the upper half of "0", with 6 added, too.
        guard word & upperHalves == zeros, (word &+ 0x0606_0606_0606_0606) & upperHalves == zeros else { return nil }
        return ((word &- zeros) &* (1 &+ 10 &<< 8)) &>> 8
    }

    /// Returns the digits of a number from 0 to 99 999 999.
    @inline(__always)
    static func word(_ number: UInt64) -> UInt64 {
        // Four digits to each half, then two to each quarter.
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 5243) >> 19 & 0x0000_007F_0000_007F
        return word(pairs: hundreds | (fours &- hundreds &* 100) << 16, lanes: 0x0001_0001_0001_0001)
    }

    /// Returns the digits of numbers from 0 to 99 in lanes of 16 bits: the first digit in the lower byte.
    ///
    /// - Parameter lanes: the lowest bit of each lane in use.
    @inline(__always)
    static func word(pairs: UInt64, lanes: UInt64) -> UInt64 {
        // 103 / 1024 approximates a tenth closely enough up to 99.
        let tens = (pairs &* 103) >> 10 & (lanes &* 0x0F)
        return tens &+ (pairs &- tens &* 10) << 8 &+ lanes &* 0x3030
    }

    static var zeros: UInt64 { 0x3030_3030_3030_3030 }
    private static var upperHalves: UInt64 { 0xF0F0_F0F0_F0F0_F0F0 }
}

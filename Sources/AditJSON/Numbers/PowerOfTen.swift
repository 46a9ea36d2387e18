/// The first 128 bits of a power of ten, for exact work with decimal numbers.
///
/// It is the product of two entries of small tables, and so too small by less than 4 in its last place; the powers from
/// 10⁰ to 10²⁷ are exact.
struct PowerOfTen {
    /// The highest bit is set.
    let high: UInt64
    let low: UInt64

    /// - Parameter exponent: from -324 to 296.
    @inline(__always)
    init(_ exponent: Int) {
        let (row, column) = UInt(bitPattern: exponent &+ 324).quotientAndRemainder(dividingBy: 27)
        let power = 2 &* Int(row)
        let five = powersOfFive[Int(column)]

        let byHigh = powersOfTen128[power].multipliedFullWidth(by: five)
        let byLow = powersOfTen128[power &+ 1].multipliedFullWidth(by: five)
        let (low, carries) = byHigh.low.addingReportingOverflow(byLow.high)
        let high = byHigh.high &+ (carries ? 1 : 0)
        if high &>> 63 == 0 {
            self.high = high &<< 1 | low &>> 63
            self.low = low &<< 1 | byLow.low &>> 63
        } else {
            (self.high, self.low) = (high, low)
        }
    }

    /// Returns the first 128 bits of a product with a number whose highest bit is set. Its own highest bit is set, or
    /// the next. It is too small by less than ``error`` in its last place.
    @inline(__always)
    func product(with number: UInt64) -> (high: UInt64, low: UInt64) {
        let byHigh = number.multipliedFullWidth(by: high)
        let (low, carries) = byHigh.low.addingReportingOverflow(number.multipliedFullWidth(by: low).high)
        return (byHigh.high &+ (carries ? 1 : 0), low)
    }

    /// 4 from the power, 1 from the truncated digits.
    static var error: UInt64 { 5 }

    /// Returns the exponent of the highest bit of a power of ten: that of 2⁹, for 10³.
    @inline(__always)
    static func powerOfTwo(in exponent: Int) -> Int { (exponent &* 217_706) >> 16 }
}

/// 10⁻³²⁴, 10⁻²⁹⁷, 10⁻²⁷⁰ and so on, each as the first 128 bits of its binary digits.
private let powersOfTen128: [UInt64] = [
    0xCF42_894A_5DCE_35EA, 0x5206_4CAC_8286_75B9,
    0xA76C_5823_38ED_2621, 0xAF2A_F2B8_0AF6_F24E,
    0x873E_4F75_E222_4E68, 0x5A77_44A6_E804_A291,
    0xDA7F_5BF5_9096_6848, 0xAF39_A475_506A_899E,
    0xB080_392C_C434_9DEC, 0xBD8D_794D_96AA_CFB3,
    0x8E93_8662_882A_F53E, 0x547E_B47B_7282_EE9C,
    0xE658_29B3_046B_0AFA, 0x0CB4_A5A3_112A_5112,
    0xBA12_1A46_50E4_DDEB, 0x92F3_4D62_616C_E413,
    0x964E_858C_91BA_2655, 0x3A6A_07F8_D510_F86F,
    0xF2D5_6790_AB41_C2A2, 0xFAE2_7299_423F_B9C3,
    0xC428_D05A_A475_1E4C, 0xAA97_E14C_3C26_B886,
    0x9E74_D1B7_91E0_7E48, 0x775E_A264_CF55_347D,
    0x8000_0000_0000_0000, 0x0000_0000_0000_0000,
    0xCECB_8F27_F420_0F3A, 0x0000_0000_0000_0000,
    0xA70C_3C40_A64E_6C51, 0x9990_90B6_5F67_D924,
    0x86F0_AC99_B4E8_DAFD, 0x69A0_28BB_3DED_71A3,
    0xDA01_EE64_1A70_8DE9, 0xE80E_6F48_20CC_9495,
    0xB01A_E745_B101_E9E4, 0x5EC0_5DCF_F72E_7F8F,
    0x8E41_ADE9_FBEB_C27D, 0x1458_8F13_BE84_7307,
    0xE5D3_EF28_2A24_2E81, 0x8F16_68C8_A86D_A5FA,
    0xB9A7_4A06_37CE_2EE1, 0x6D95_3E2B_D717_3692,
    0x95F8_3D0A_1FB6_9CD9, 0x4ABD_AF10_1564_F98E,
    0xF24A_01A7_3CF2_DCCF, 0xBC63_3B39_673C_8CEC,
]

/// 5⁰ to 5²⁶, shifted to the left as far as possible.
private let powersOfFive: [UInt64] = [
    0x8000_0000_0000_0000, 0xA000_0000_0000_0000, 0xC800_0000_0000_0000, 0xFA00_0000_0000_0000,
    0x9C40_0000_0000_0000, 0xC350_0000_0000_0000, 0xF424_0000_0000_0000, 0x9896_8000_0000_0000,
    0xBEBC_2000_0000_0000, 0xEE6B_2800_0000_0000, 0x9502_F900_0000_0000, 0xBA43_B740_0000_0000,
    0xE8D4_A510_0000_0000, 0x9184_E72A_0000_0000, 0xB5E6_20F4_8000_0000, 0xE35F_A931_A000_0000,
    0x8E1B_C9BF_0400_0000, 0xB1A2_BC2E_C500_0000, 0xDE0B_6B3A_7640_0000, 0x8AC7_2304_89E8_0000,
    0xAD78_EBC5_AC62_0000, 0xD8D7_26B7_177A_8000, 0x8786_7832_6EAC_9000, 0xA968_163F_0A57_B400,
    0xD3C2_1BCE_CCED_A100, 0x8459_5161_4014_84A0, 0xA56F_A5B9_9019_A5C8,
]

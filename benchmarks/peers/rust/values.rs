//! Ids and dates with their JSON forms.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::RefCell;
use std::fmt;
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uuid([u8; 16]);

const HYPHENS: [usize; 4] = [8, 13, 18, 23];

impl Uuid {
    /// A random id, from randomness that is drawn in blocks.
    pub fn drawn() -> Uuid {
        struct Block {
            bytes: [u8; 256],
            used: usize,
        }
        thread_local!(static BLOCK: RefCell<Block> = const { RefCell::new(Block { bytes: [0; 256], used: 256 }) });
        BLOCK.with(|block| {
            let block = &mut *block.borrow_mut();
            if block.used == block.bytes.len() {
                let mut source = std::fs::File::open("/dev/urandom").expect("a source of random bytes");
                source.read_exact(&mut block.bytes).expect("random bytes");
                block.used = 0;
            }
            let mut id = [0; 16];
            id.copy_from_slice(&block.bytes[block.used..block.used + 16]);
            block.used += 16;
            id[6] = id[6] & 0x0F | 0x40;
            id[8] = id[8] & 0x3F | 0x80;
            Uuid(id)
        })
    }

    fn parsed(text: &str) -> Option<Uuid> {
        let bytes = text.as_bytes();
        if bytes.len() != 36 {
            return None;
        }
        let mut id = [0; 16];
        let mut count = 0;
        for (place, &byte) in bytes.iter().enumerate() {
            if HYPHENS.contains(&place) {
                if byte != b'-' {
                    return None;
                }
                continue;
            }
            let nibble = (byte as char).to_digit(16)? as u8;
            id[count / 2] = id[count / 2] << 4 | nibble;
            count += 1;
        }
        Some(Uuid(id))
    }
}

impl Serialize for Uuid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = [b'-'; 36];
        let mut place = 0;
        for byte in self.0 {
            if HYPHENS.contains(&place) {
                place += 1;
            }
            text[place] = b"0123456789abcdef"[usize::from(byte >> 4)];
            text[place + 1] = b"0123456789abcdef"[usize::from(byte & 15)];
            place += 2;
        }
        serializer.serialize_str(std::str::from_utf8(&text).expect("ASCII"))
    }
}

struct UuidVisitor;

impl Visitor<'_> for UuidVisitor {
    type Value = Uuid;
    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a UUID")
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Uuid, E> {
        Uuid::parsed(text).ok_or_else(|| E::custom("found no UUID"))
    }
}

impl<'de> Deserialize<'de> for Uuid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Uuid, D::Error> {
        deserializer.deserialize_str(UuidVisitor)
    }
}

/// Seconds since 1970, and nanoseconds.
#[derive(Clone, Copy)]
pub struct Timestamp(i64, u32);

impl Timestamp {
    pub fn now() -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
        Timestamp(since.as_secs() as i64, since.subsec_nanos())
    }

    /// RFC 3339 with `Z`.
    fn parsed(text: &str) -> Option<Timestamp> {
        let bytes = text.as_bytes();
        let number = |from: usize, to: usize| -> Option<i64> {
            bytes.get(from..to)?.iter().try_fold(0, |value, byte| {
                byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
            })
        };
        let is_formed = bytes.len() >= 20 && bytes[4] == b'-' && bytes[7] == b'-' && bytes[10] == b'T' && bytes[13] == b':'
            && bytes[16] == b':' && bytes[bytes.len() - 1] == b'Z';
        if !is_formed {
            return None;
        }
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let digits = bytes.len() - 21;
        let nanoseconds = match bytes[19] {
            b'.' if (1..=9).contains(&digits) => number(20, 20 + digits)? * 10_i64.pow(9 - digits as u32),
            b'Z' => 0,
            _ => return None,
        };
        // A date to days: Howard Hinnant, https://howardhinnant.github.io/date_algorithms.html
        let shifted_year = if month <= 2 { year - 1 } else { year };
        let era = shifted_year.div_euclid(400);
        let year_of_era = shifted_year - era * 400;
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let days = era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
        Some(Timestamp(days * 86_400 + hour * 3_600 + minute * 60 + second, nanoseconds as u32))
    }
}

/// Writes a number of that many digits.
fn put(text: &mut [u8], mut value: u64, count: usize) {
    for place in (0..count).rev() {
        text[place] = b'0' + (value % 10) as u8;
        value /= 10;
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (days, rest) = (self.0.div_euclid(86_400) + 719_468, self.0.rem_euclid(86_400) as u64);
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let mut text = *b"0000-00-00T00:00:00.000000000Z";
        put(&mut text[0..], year as u64, 4);
        put(&mut text[5..], month as u64, 2);
        put(&mut text[8..], day as u64, 2);
        put(&mut text[11..], rest / 3_600, 2);
        put(&mut text[14..], rest / 60 % 60, 2);
        put(&mut text[17..], rest % 60, 2);
        let (mut fraction, mut digits) = (u64::from(self.1), 9);
        while digits > 0 && fraction % 1_000 == 0 {
            (fraction, digits) = (fraction / 1_000, digits - 3);
        }
        put(&mut text[20..], fraction, digits);
        let length = if digits > 0 { 20 + digits } else { 19 };
        text[length] = b'Z';
        serializer.serialize_str(std::str::from_utf8(&text[..=length]).expect("ASCII"))
    }
}

struct TimestampVisitor;

impl Visitor<'_> for TimestampVisitor {
    type Value = Timestamp;
    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a date")
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Timestamp, E> {
        Timestamp::parsed(text).ok_or_else(|| E::custom("found no date"))
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        deserializer.deserialize_str(TimestampVisitor)
    }
}

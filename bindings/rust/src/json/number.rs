use std::fmt;

/// A JSON number as it is written: nothing is rounded until it is asked for as a [`f64`](Number::as_f64).
///
/// Numbers are equal if their values are: `1`, `1.0` and `10e-1`. Two numbers with a fraction or an exponent are compared as `f64`.
#[derive(Clone)]
pub struct Number(Repr);

#[derive(Clone)]
enum Repr {
    Signed(i64),
    Unsigned(u64), // above i64::MAX
    Text(Box<str>),
}

impl Number {
    /// A number from its JSON text, which is valid.
    pub(crate) fn from_text(text: &str) -> Number {
        if text != "-0" {
            if let Ok(number) = text.parse::<i64>() {
                return Number(Repr::Signed(number));
            }
            if let Ok(number) = text.parse::<u64>() {
                return Number(Repr::Unsigned(number));
            }
        }
        Number(Repr::Text(text.into()))
    }

    /// The shortest number that reads back as this one; `None` for NaN and the infinities, which JSON does not have.
    pub fn from_f64(number: f64) -> Option<Number> {
        number.is_finite().then(|| Number(Repr::Text(format!("{number:?}").into())))
    }

    /// The number if it is whole and an `i64`, whatever its spelling: `1`, `1.0`.
    pub fn as_i64(&self) -> Option<i64> {
        self.whole().and_then(|number| i64::try_from(number).ok())
    }

    /// The number if it is whole and a `u64`.
    pub fn as_u64(&self) -> Option<u64> {
        self.whole().and_then(|number| u64::try_from(number).ok())
    }

    /// The nearest `f64`; an infinity beyond the largest.
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Repr::Signed(number) => *number as f64,
            Repr::Unsigned(number) => *number as f64,
            Repr::Text(text) => text.parse().unwrap_or(f64::NAN),
        }
    }

    fn whole(&self) -> Option<i128> {
        match &self.0 {
            Repr::Signed(number) => Some((*number).into()),
            Repr::Unsigned(number) => Some((*number).into()),
            Repr::Text(_) => {
                let number = self.as_f64();
                // Doubles below 2^64 are exact in an i128.
                (number.fract() == 0.0 && number.abs() < 18_446_744_073_709_551_616.0).then_some(number as i128)
            }
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        match (self.whole(), other.whole()) {
            (Some(one), Some(other)) => one == other,
            (None, None) => match (&self.0, &other.0) {
                (Repr::Text(one), Repr::Text(other)) if one == other => true,
                _ => self.as_f64().is_finite() && self.as_f64() == other.as_f64(),
            },
            _ => false,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Signed(number) => number.fmt(f),
            Repr::Unsigned(number) => number.fmt(f),
            Repr::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Number {
        Number(Repr::Signed(number))
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Number {
        i64::try_from(number).map_or(Number(Repr::Unsigned(number)), Number::from)
    }
}

use std::time::Duration;

/// How long a call waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Not at all.
    None,
    /// At most so long, in whole milliseconds, rounded up.
    For(Duration),
    /// Without limit.
    Forever,
}

impl Wait {
    pub(crate) fn milliseconds(self) -> i32 {
        match self {
            Wait::None => 0,
            Wait::For(time) => {
                let whole = time.as_millis() + u128::from(time.subsec_nanos() % 1_000_000 != 0);
                i32::try_from(whole).unwrap_or(i32::MAX)
            }
            Wait::Forever => -1,
        }
    }
}

impl From<Duration> for Wait {
    fn from(time: Duration) -> Wait {
        Wait::For(time)
    }
}

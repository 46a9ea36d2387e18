use crate::json::Value;
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $number:literal $name:literal,)*) => {
        /// Why something failed: the codes of `adit.h` and `adit_served.h`, and [`Library`](Code::Library) of this crate's own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $variant,)*
            /// No Adit library: the file is missing, or lacks a function of `adit.h`.
            Library,
            /// A code of a newer Adit.
            Other(i32),
        }

        impl Code {
            /// Every code of `adit.h` and `adit_served.h`.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The name in `adit.h`, without `ADIT_`: `"EJSON"`. `"ELIBRARY"` is this crate's own.
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)*
                    Code::Library => "ELIBRARY",
                    Code::Other(_) => "EOTHER",
                }
            }

            /// The number in `adit.h`; 0 for [`Code::Library`].
            pub fn number(self) -> i32 {
                match self {
                    $(Code::$variant => $number,)*
                    Code::Library => 0,
                    Code::Other(number) => number,
                }
            }
        }
    };
}

codes! {
    /// An argument is out of range, or does not fit the core's mode.
    Invalid = -1 "EINVAL",
    /// The library is of another version of the interface.
    Abi = -2 "EABI",
    /// The library holds no app of that name.
    App = -3 "EAPP",
    /// The config is not understood.
    Config = -4 "ECONFIG",
    /// The core is closed.
    Core = -5 "ECORE",
    /// The core is being driven by another thread, or by the caller's own callback.
    Busy = -6 "EBUSY",
    /// The core was opened by the parent process.
    Fork = -7 "EFORK",
    /// The text is not strict JSON.
    Json = -8 "EJSON",
    /// The JSON is not a message of this app.
    Message = -9 "EMESSAGE",
    /// The message is too large or too deep, or has too many values.
    Size = -10 "ESIZE",
    /// Too many messages are waiting; in an `@error`: too many effects or subscriptions.
    Full = -11 "EFULL",
    /// The time is up.
    TimedOut = -12 "ETIMEDOUT",
    /// The store failed.
    Store = -13 "ESTORE",
    /// The store is open elsewhere.
    Locked = -14 "ELOCKED",
    /// The store's schema cannot be migrated.
    Schema = -15 "ESCHEMA",
    /// No memory or no descriptor was left.
    Memory = -16 "ENOMEM",
    /// A fault of Adit's own.
    Internal = -17 "EINTERNAL",
    /// In an `@error`: the app's code threw.
    Handler = -18 "EHANDLER",
    /// In an `@error`: the message caused too many messages.
    Cascade = -19 "ECASCADE",
    /// The core has closed, or closed before the message was handled.
    Closed = -20 "ECLOSED",
    /// In an `@error`: a replay came out otherwise.
    Replay = -21 "EREPLAY",
    /// The config does not allow it to this sender.
    Denied = -22 "EDENIED",
    /// In an `@error`: the store was opened elsewhere since; the batch is not stored, and the core closes.
    Fenced = -24 "EFENCED",
    /// Of `libadit_served.so`: the process of the core has ended.
    Crashed = -23 "ECRASHED",
}

impl Code {
    pub(crate) fn from_number(number: i32) -> Code {
        let known = Code::ALL.iter().find(|code| code.number() == number);
        known.copied().unwrap_or(Code::Other(number))
    }

    fn from_name(name: &str) -> Code {
        let known = Code::ALL.iter().find(|code| code.name().eq_ignore_ascii_case(name));
        known.copied().unwrap_or(Code::Internal)
    }
}

/// Why a call failed, or what an `@error` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: Code,
    offset: Option<u32>,
    text: String,
    path: Option<String>,
}

impl Error {
    pub(crate) fn new(code: Code, text: impl Into<String>) -> Error {
        Error { code, offset: None, text: text.into(), path: None }
    }

    pub(crate) fn at(self, offset: Option<u32>) -> Error {
        Error { offset, ..self }
    }

    /// The error of the body of an `@error`.
    pub(crate) fn from_message(body: &Value) -> Error {
        Error {
            code: Code::from_name(body["code"].as_str().unwrap_or_default()),
            offset: None,
            text: body["message"].as_str().unwrap_or_default().into(),
            path: body["path"].as_str().map(String::from),
        }
    }

    /// Which error it is.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The name of the code: `"EJSON"`.
    pub fn name(&self) -> &'static str {
        self.code.name()
    }

    /// Where the error is in the input, in bytes.
    pub fn offset(&self) -> Option<u32> {
        self.offset
    }

    /// What was found, and what is expected.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The cases of the message that failed, if an `@error` names them: `"todo.request.add"`.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.text)?;
        match self.offset {
            Some(offset) => write!(f, " (at byte {offset})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

use crate::builder::Builder;
use crate::error::{Code, Error};
use crate::ffi::Functions;
use crate::group::Group;
use crate::json::Value;
use crate::message::AsMessage;
use std::ffi::CString;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// An app library. Several may be in one process. A clone is the same library; it stays loaded until the process ends.
#[derive(Clone)]
pub struct Library {
    pub(crate) functions: Arc<Functions>,
}

impl Library {
    /// Loads a library by its path. A name without a slash is looked for as the system's loader does (`LD_LIBRARY_PATH`, `ldconfig`).
    ///
    /// # Errors
    ///
    /// [`Code::Library`] if there is none, or it is no Adit library; [`Code::Abi`] if it is of another version of the interface.
    ///
    /// # Safety
    ///
    /// Loading a library runs its code, in this call and in all later ones. The file must be an Adit library that you trust: one made by
    /// `adit_add_library` or one of its kind, whose functions with the names of `adit.h` are those of `adit.h`. Whatever else exports
    /// these names is called with arguments that it does not expect.
    ///
    /// The library must not be changed or truncated while the process runs: it is mapped into memory, and stays loaded.
    #[allow(unsafe_code)]
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<Library, Error> {
        Ok(Library { functions: Arc::new(Functions::load(path.as_ref())?) })
    }

    /// The library that the program is linked with (the feature `linked`; README.md has a build script).
    ///
    /// # Errors
    ///
    /// [`Code::Abi`]
    #[cfg(feature = "linked")]
    pub fn linked() -> Result<Library, Error> {
        Ok(Library { functions: Arc::new(Functions::linked()?) })
    }

    /// The version of Adit: `"0.1.0"`.
    pub fn version(&self) -> String {
        self.functions.version()
    }

    /// The apps in it, with their versions and the hashes of their catalogs.
    pub fn apps(&self) -> Result<Value, Error> {
        parsed(&self.functions.catalog(None)?)
    }

    /// The catalog of an app: a JSON Schema of its messages, its state and its gateways.
    ///
    /// # Errors
    ///
    /// [`Code::App`]
    pub fn catalog(&self, app: &str) -> Result<Value, Error> {
        parsed(&self.functions.catalog(Some(&app_name(app)?))?)
    }

    /// Compares two catalogs of an app, and says whom the differences break.
    ///
    /// # Errors
    ///
    /// [`Code::Invalid`], [`Code::Json`]: one of them is no catalog.
    pub fn compare_catalogs(&self, old: impl AsMessage, new: impl AsMessage) -> Result<Value, Error> {
        parsed(&self.functions.compare(&old.text(), &new.text())?)
    }

    /// A core of an app, to be configured and opened.
    pub fn core(&self, app: &str) -> Builder {
        Builder::new(self.clone(), app)
    }

    /// An empty group of cores.
    pub fn group(&self) -> Result<Group, Error> {
        Group::new(self.clone())
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Library").field(&self.functions.name()).finish()
    }
}

pub(crate) fn app_name(app: &str) -> Result<CString, Error> {
    CString::new(app)
        .map_err(|_| Error::new(Code::App, format!("{app:?}: found a NUL character in the name of an app")))
}

/// What Adit wrote, which is JSON.
pub(crate) fn parsed(text: &str) -> Result<Value, Error> {
    text.parse().map_err(|error| Error::new(Code::Internal, format!("{error}")))
}

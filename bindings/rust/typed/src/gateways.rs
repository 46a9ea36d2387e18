use crate::coding::read;
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;
use std::marker::PhantomData;

/// Why a request to a gateway failed: any JSON. It is made of every error, so that `?` returns it.
#[derive(Clone, Debug, PartialEq)]
pub struct GatewayError(pub Value);

impl<E: std::error::Error> From<E> for GatewayError {
    fn from(error: E) -> Self {
        Self(serde_json::json!({ "name": "Error", "message": error.to_string() }))
    }
}

/// The items of a source, one after the other. The source ends with the function.
pub struct GatewayItems<R> {
    pub(crate) effect: adit::Effect,
    pub(crate) item: PhantomData<fn(R)>,
}

impl<R: Serialize> GatewayItems<R> {
    /// Answers with an item. Fails once the core is closed.
    pub fn send(&self, item: &R) -> Result<(), GatewayError> {
        Ok(self.effect.emit(foreign(item)?)?)
    }
}

/// A value as the binding has it.
pub(crate) fn foreign(value: &impl Serialize) -> Result<adit::Value, GatewayError> {
    Ok(serde_json::to_string(value)?.parse()?)
}

pub(crate) fn refused(error: GatewayError) -> adit::Value {
    error.0.to_string().parse().unwrap_or_else(|_| adit::Value::from("the error is no JSON"))
}

pub(crate) fn read_request<Q: DeserializeOwned>(request: &adit::Value) -> Result<Q, GatewayError> {
    Ok(read(serde_json::from_str(&request.to_string())?).map_err(|error| error.below("@effect.request"))?)
}

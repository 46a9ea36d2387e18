use super::Value;
use std::collections::HashMap;
use std::fmt;

/// Below this size, looking at each key is quicker than an index.
const INDEXED: usize = 16;

/// The members of a JSON object, in order. Keys are compared by their bytes.
///
/// Reading, replacing, adding and removing a member take O(1) on average, also in an object with a hundred thousand of them: the
/// entities of a table that a [`Mirror`](crate::Mirror) keeps.
#[derive(Clone, Default)]
pub struct Object {
    slots: Vec<Option<(String, Value)>>, // None where a member was removed
    count: usize,
    index: Option<HashMap<String, usize>>, // of the slots; None while the object is small
}

impl Object {
    /// An object without members.
    pub fn new() -> Object {
        Object::default()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.position(key).and_then(|position| self.slots[position].as_ref()).map(|member| &member.1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        let position = self.position(key)?;
        self.slots[position].as_mut().map(|member| &mut member.1)
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Sets the value of a key, and returns the former one. A new key is the last.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        let (key, value) = (key.into(), value.into());
        if let Some(former) = self.get_mut(&key) {
            return Some(std::mem::replace(former, value));
        }
        if let Some(index) = &mut self.index {
            index.insert(key.clone(), self.slots.len());
        }
        self.slots.push(Some((key, value)));
        self.count += 1;
        if self.index.is_none() && self.slots.len() > INDEXED {
            self.reindex();
        }
        None
    }

    /// Removes a key, and returns its value. The order of the others stays.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let position = self.position(key)?;
        let member = self.slots[position].take()?;
        self.count -= 1;
        if let Some(index) = &mut self.index {
            index.remove(key);
        }
        if self.slots.len() > 2 * self.count + INDEXED {
            self.slots.retain(Option::is_some);
            self.reindex();
        }
        Some(member.1)
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.slots.iter().flatten().map(|(key, value)| (key.as_str(), value))
    }

    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).copied(),
            None => self.slots.iter().position(|slot| slot.as_ref().map_or(false, |member| member.0 == key)),
        }
    }

    fn reindex(&mut self) {
        let keys = self.slots.iter().enumerate();
        let keys = keys.filter_map(|(position, slot)| slot.as_ref().map(|member| (member.0.clone(), position)));
        self.index = (self.slots.len() > INDEXED).then(|| keys.collect());
    }
}

/// Equal if the members are, in whatever order.
impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        self.count == other.count && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Object {
        let mut object = Object::new();
        for (key, value) in members {
            object.insert(key, value);
        }
        object
    }
}

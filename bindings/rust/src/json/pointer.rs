/// The tokens of a JSON Pointer (RFC 6901); `None` if it is none.
pub(crate) fn tokens(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    pointer.strip_prefix('/')?.split('/').map(unescaped).collect()
}

/// The position that a token stands for: digits without a leading zero.
pub(crate) fn index(token: &str) -> Option<usize> {
    let is_number = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || (token.len() > 1 && token.starts_with('0')) {
        return None;
    }
    token.parse().ok()
}

fn unescaped(token: &str) -> Option<String> {
    let mut text = String::with_capacity(token.len());
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '~' => match characters.next()? {
                '0' => '~',
                '1' => '/',
                _ => return None,
            },
            other => other,
        });
    }
    Some(text)
}

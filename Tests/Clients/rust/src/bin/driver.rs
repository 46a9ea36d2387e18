// Reads and writes messages with the generated module `client`.

#[path = "../client.rs"]
mod client;

use adit_typed::{Received, Sent};
use std::io::{stdin, stdout, BufRead, BufWriter, Write};

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let line = line?;
        let (direction, text) = line.split_once(' ').unwrap_or(("", ""));
        let answer = match direction {
            "toCore" => Sent::<client::Sent>::from_json(text).map(|message| message.to_json()),
            _ => Received::<client::Heard>::from_json(text).map(|message| message.to_json()),
        };
        match answer {
            Ok(text) => writeln!(out, "{text}")?,
            Err(error) => writeln!(out, "error: {}", error.0.replace('\n', " "))?,
        }
    }
    Ok(())
}

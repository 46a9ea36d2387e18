//! A host of the app weather: shows the forecast of a city. weather SERVER CITY FOLDER
use adit::{Library, Wait};

fn main() -> Result<(), adit::Error> {
    let arguments: Vec<String> = std::env::args().collect();
    let (server, city, folder) = (&arguments[1], &arguments[2], &arguments[3]);
    // SAFETY: it is an Adit library.
    let library = unsafe { Library::open("libadit_weather-gateways.so") }?;
    let serve = format!(
        r#"{{"serve":{{"http":{{"allow":["{server}"],"addresses":["127.0.0.0/8"]}},"keyValue":{{"path":"{folder}/values"}}}}}}"#
    );
    let core = library.core("weather").config(serve).pull().open()?;
    core.send(format!(r#"{{"weather":{{"request":{{"use":{{"server":"{server}"}}}}}}}}"#))?;
    core.send(format!(r#"{{"weather":{{"request":{{"show":{{"city":"{city}"}}}}}}}}"#))?;
    println!("{}", core.receive(Wait::Forever)?.unwrap_or_default());
    core.close(Wait::Forever)
}

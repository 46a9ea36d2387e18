import dev.adit.*;
import java.time.Duration;

/** A host of the app weather: shows the forecast of a city. Weather SERVER CITY FOLDER */
public class Weather {
    public static void main(String[] arguments) {
        String server = arguments[0], city = arguments[1], folder = arguments[2];
        Json serve = Json.parse("{\"serve\":{\"http\":{\"allow\":[\"" + server + "\"],\"addresses\":[\"127.0.0.0/8\"]},"
            + "\"keyValue\":{\"path\":\"" + folder + "/values\"}}}");
        try (Core core = Library.load("libadit_weather-gateways.so").core("weather").config(serve).pull().open()) {
            core.send("{\"weather\":{\"request\":{\"use\":{\"server\":\"" + server + "\"}}}}");
            core.send("{\"weather\":{\"request\":{\"show\":{\"city\":\"" + city + "\"}}}}");
            System.out.println(core.receive(Duration.ofMinutes(1)).orElseThrow());
        }
    }
}

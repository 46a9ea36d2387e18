using System;
using Adit;

/// <summary>A host of the app weather: shows the forecast of a city. Weather SERVER CITY FOLDER</summary>
class Weather
{
    static void Main(string[] arguments)
    {
        var (server, city, folder) = (arguments[0], arguments[1], arguments[2]);
        var isAnswered = false;
        var options = new CoreOptions { OnMessage = (message, text) => { if (message.Contains("weather") && !isAnswered) Console.WriteLine(text); isAnswered = true; } };
        options.Config["serve"] = new JsonObject {
            { "http", new JsonObject { { "allow", new[] { server } }, { "addresses", new[] { "127.0.0.0/8" } } } },
            { "keyValue", new JsonObject { { "path", folder + "/values" } } } };
        using (var core = new Library("libadit_weather-gateways.so").Open("weather", options))
        {
            core.Send("{\"weather\":{\"request\":{\"use\":{\"server\":\"" + server + "\"}}}}");
            core.Send("{\"weather\":{\"request\":{\"show\":{\"city\":\"" + city + "\"}}}}");
            while (!isAnswered) core.Process(-1);
        }
    }
}

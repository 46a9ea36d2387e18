// The conformance driver: Driver.exe LIBRARY (bindings/conformance/README.md).
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Adit;

internal static class Driver
{
    private static readonly List<Core> Cores = new List<Core>();
    private static List<object> heard;

    private static void Main(string[] arguments)
    {
        var library = new Library(arguments[0]);
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true, NewLine = "\n" };
        for (var line = input.ReadLine(); line != null; line = input.ReadLine())
        {
            var request = Json.ReadObject(line).First();
            var body = (JsonObject)request.Value;
            var core = body.Contains("core") ? Cores[(int)(long)body["core"] - 1] : null;
            heard = new List<object>();
            JsonObject answer;
            try { answer = Answer(request.Key, body, core, library); }
            catch (AditException failure)
            {
                answer = new JsonObject { { "error", new JsonObject {
                    { "code", failure.Code }, { "offset", failure.Offset }, { "text", failure.Message } } } };
            }
            if (core != null)
            {
                answer["messages"] = heard;
                answer["ready"] = !core.IsClosed && core.IsReady;
            }
            output.WriteLine(Json.Write(answer));
        }
    }

    private static JsonObject Answer(string request, JsonObject body, Core core, Library library)
    {
        var answer = new JsonObject();
        var text = body.Get("text") as string;
        var timeout = (int)(body.Get("timeout") as long? ?? 0);
        switch (request)
        {
            case "catalog": answer["out"] = Json.Write(library.Catalog(body.Get("app") as string)); break;
            case "open":
                Cores.Add(library.Open((string)body["app"], new CoreOptions {
                    Config = Json.ReadObject((string)body["config"]), OnMessage = (message, heardText) => heard.Add(heardText) }));
                answer["core"] = Cores.Count;
                break;
            case "send":
                if (body.Contains("client")) core.Submit((string)body["client"], text);
                else core.Send(text);
                break;
            case "process": core.Process(timeout); break;
            case "call": answer["out"] = core.CallText(text, timeout); break;
            case "wakeup": core.Wakeup(); break;
            case "close": core.Close(timeout); break;
        }
        return answer;
    }
}

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Adit;
using NUnit.Framework;

/// <summary>What the tests share.</summary>
internal static class Host
{
    internal static readonly string Folder = Environment.GetEnvironmentVariable("ADIT_LIB_DIR");
    internal static readonly Library Cores = new Library(Folder + "/libadit_cores.so");
    internal static readonly Library Showcase = new Library(Folder + "/libadit_showcase.so");

    internal static Core Open(string app, List<JsonObject> heard = null, CoreOptions options = null, Library library = null)
    {
        options = options ?? new CoreOptions();
        if (heard != null) options.OnMessage = (message, text) => heard.Add(message);
        return (library ?? Cores).Open(app, options);
    }

    /// <summary>The options of a todo core whose gateway `lists` is served.</summary>
    internal static CoreOptions Serving(Gateway lists)
    {
        return new CoreOptions { Gateways = { { "lists", lists }, { "review", (request, token) => Task.FromResult<object>(null) } } };
    }

    internal static JsonObject Message(string feature, string request, JsonObject body)
    {
        return new JsonObject { { feature, new JsonObject { { "request", new JsonObject { { request, body } } } } } };
    }

    internal static JsonObject Increment(object by) { return Message("counter", "increment", new JsonObject { { "by", by } }); }
    internal static JsonObject Add(string text) { return Message("todo", "add", new JsonObject { { "item", new JsonObject { { "text", text } } } }); }
    internal static JsonObject Import(string from) { return Message("todo", "import", new JsonObject { { "from", from } }); }

    /// <summary>The body of a response.</summary>
    internal static JsonObject Response(object message, string feature, string response)
    {
        return ((JsonObject)message).Object(feature).Object("response").Object(response);
    }

    internal static void Drive(Core core, Func<bool> isThere)
    {
        for (var turn = 0; turn < 1000 && !isThere(); turn++) core.Process(1000);
        Assert.IsTrue(isThere(), "the core did not come there");
    }

    /// <summary>The error that an action throws, which has that name.</summary>
    internal static AditException Fails(string name, TestDelegate action)
    {
        var failure = Assert.Throws<AditException>(action);
        Assert.AreEqual(name, failure.Name, failure.Message);
        return failure;
    }
}

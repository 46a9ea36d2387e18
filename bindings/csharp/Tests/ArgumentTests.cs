// wrong-argument: an error says what was found, and what is expected.
using System;
using System.Collections.Generic;
using Adit;
using NUnit.Framework;

[TestFixture]
public class ArgumentTests
{
    private static void Refuses(string text, TestDelegate call)
    {
        var failure = Assert.Throws<ArgumentNullException>(call);
        StringAssert.StartsWith("found null; " + text + " is expected", failure.Message);
    }

    [Test]
    public void NamesAndPaths()
    {
        Refuses("the path of a library", () => new Library(null));
        Refuses("the name of an app", () => Host.Cores.Open(null));
        Host.Fails("EINVAL", () => new Library(""));
        Host.Fails("EINVAL", () => new Library("a\0b"));
        Host.Fails("EINVAL", () => Host.Cores.Open("counter\0x"));
        Host.Fails("EINVAL", () => Host.Cores.Catalog("counter\0x"));
    }

    [Test]
    public void Messages()
    {
        var core = Host.Open("counter");
        const string message = "a message, a JsonObject or its text,";
        Refuses(message, () => core.Send((string)null));
        Refuses(message, () => core.Send((byte[])null));
        Refuses(message, () => core.Send((JsonObject)null));
        Refuses(message, () => core.Submit("a", null));
        Refuses(message, () => core.Call(null));
        Refuses(message, () => core.CallText(null));
        Refuses(message, () => core.Request(null));
        Refuses("the name of a client", () => core.Submit(null, "{}"));
        Refuses("a path such as \"/items\"", () => core.Follow(null));
        Refuses("a JSON text", () => Json.Read(null));
        core.Close();
    }

    [Test]
    public void Options()
    {
        Refuses("a JsonObject", () => Host.Cores.Open("counter", new CoreOptions { Config = null }));
        Refuses("a dictionary of gateways by their names", () => Host.Cores.Open("todo", new CoreOptions { Gateways = null }));
        Refuses("the function of the gateway lists", () => Host.Cores.Open("todo", new CoreOptions { Gateways = { { "lists", null } } }));
        Refuses("an array of cores", () => Poll.Step(null, 0));
        using (var core = Host.Cores.Open("counter", new CoreOptions { OnMessage = null }))
        {
            core.Send(Host.Increment(1));
            Assert.AreEqual(1, core.Process());
        }
    }

    [Test]
    public void ALoneSurrogateIsNotReplaced()
    {
        var core = Host.Open("todo");
        Host.Fails("EJSON", () => core.Send("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"a\ud800b\"}}}}}"));
        core.Close();
    }
}

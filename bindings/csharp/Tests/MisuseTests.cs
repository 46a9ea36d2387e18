// The misuse of bindings/conformance/README.md.
using System;
using System.Reflection;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Adit;
using NUnit.Framework;

[TestFixture]
public class MisuseTests
{
    [Test]
    public void UseAfterClose()
    {
        var core = Host.Open("counter");
        core.Close();
        foreach (var call in new TestDelegate[] {
            () => core.Send(Host.Increment(1)), () => core.Submit("a", "{}"), () => core.Process(), () => core.Receive(),
            () => core.Call(Host.Increment(1)), () => core.Request(Host.Increment(1)), () => core.Follow("/value"),
            () => core.Wakeup(), () => { var descriptor = core.Descriptor; } })
            Host.Fails("ECORE", call);
    }

    [Test]
    public void CloseTwice()
    {
        var heard = new List<JsonObject>();
        var core = Host.Open("counter", heard);
        core.Close();
        core.Close();
        Assert.AreEqual("[{\"@closed\":{}}]", Json.Write(heard));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Drop(List<JsonObject> heard, string folder)
    {
        var core = Host.Open("counter", heard, new CoreOptions { Config = new JsonObject { { "store", new JsonObject { { "path", folder } } } } });
        core.Send(Host.Increment(1));
    }

    [Test]
    public void DroppedCore()
    {
        // A core that is not closed holds its store.
        var path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), "adit-" + Guid.NewGuid());
        var heard = new List<JsonObject>();
        var thread = new Thread(() => Drop(heard, path));
        thread.Start();
        thread.Join();
        for (var turn = 0; turn < 10; turn++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Host.Open("counter", heard, new CoreOptions { Config = new JsonObject { { "store", new JsonObject { { "path", path } } } } }).Close();
        Assert.AreEqual("[{\"@closed\":{}}]", Json.Write(heard));
        foreach (var file in System.IO.Directory.GetFiles(System.IO.Path.GetTempPath(), System.IO.Path.GetFileName(path) + "*"))
            System.IO.File.Delete(file);
    }

    [Test]
    public void CallbackThrows()
    {
        var sums = new List<long>();
        var core = Host.Open("counter", null, new CoreOptions { OnMessage = (message, text) =>
        {
            if (!message.Contains("counter")) return;
            sums.Add((long)Host.Response(message, "counter", "wasIncremented")["to"]);
            if (sums.Count == 1) throw new InvalidOperationException("mine");
        } });
        core.Send(Host.Increment(1));
        core.Send(Host.Increment(2));
        Assert.AreEqual("mine", Assert.Throws<InvalidOperationException>(() => core.Process()).Message);
        core.Send(Host.Increment(4));
        Assert.AreEqual(1, core.Process());
        Assert.AreEqual(new long[] { 1, 3, 7 }, sums);
        core.Close();
    }

    [Test]
    public void CallbackThrowsInACall()
    {
        var calls = new Action<Core>[] { each => each.Call(Host.Increment(2)), each => each.CallText(Json.Write(Host.Increment(2))) };
        foreach (var call in calls)
        {
            var heard = new List<string>();
            var core = Host.Open("counter", null, new CoreOptions { OnMessage = (message, text) =>
            {
                heard.Add(text);
                if (heard.Count == 1) throw new InvalidOperationException("mine");
            } });
            core.Send(Host.Increment(1));
            Assert.AreEqual("mine", Assert.Throws<InvalidOperationException>(() => call(core)).Message);
            Assert.AreEqual("{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":3}}}}", heard.Last());
            core.Close();
        }
    }

    // Neither what waits is lost, nor is the core busy for good.
    [Test]
    public void CallbackThrowsAsItsThreadIsAborted()
    {
        foreach (var drive in new Action<Core>[] { each => each.Process(), each => each.Call(Host.Increment(1)), each => each.Close() })
        {
            var heard = new List<string>();
            var core = Host.Open("counter", null, new CoreOptions { OnMessage = (message, text) =>
            {
                heard.Add(text);
                if (heard.Count == 1) Thread.CurrentThread.Abort();
            } });
            core.Send(Host.Increment(1));
            core.Send(Host.Increment(1));
            var hasReturned = false;
            var thread = new Thread(() => { drive(core); hasReturned = true; });
            thread.Start();
            thread.Join();
            Assert.IsFalse(hasReturned);
            core.Close();
            StringAssert.Contains("@closed", heard.Last());
            Assert.Greater(heard.Count, 2);
        }
    }

    [Test]
    public void ACancellationThatThrowsInACallDoesNotKeepTheRestOfItsOutput()
    {
        var (heard, begun) = (new List<JsonObject>(), new CountdownEvent(1));
        var core = Host.Open("todo", heard, Host.Serving((request, token) =>
        {
            token.Register(() => throw new InvalidOperationException("mine"));
            begun.Signal();
            return new TaskCompletionSource<object>().Task;
        }));
        core.Send(Host.Import("groceries"));
        core.Process();
        begun.Wait();
        var cancel = Host.Message("todo", "cancelImport", new JsonObject { { "from", "groceries" } });
        Assert.AreEqual("mine", Assert.Throws<AggregateException>(() => core.Call(cancel)).InnerException.Message);
        Assert.AreEqual("groceries", Host.Response(heard.Single(), "todo", "importWasCancelled")["from"]);
        core.Close();
    }

    [Test]
    public void CallbackDrives()
    {
        var names = new List<string>();
        var core = Host.Open("counter");
        core.OnMessage = (message, text) =>
        {
            foreach (var call in new Action[] { () => core.Process(), () => core.Call(Host.Increment(1)), () => core.Close() })
                try { call(); } catch (AditException failure) { names.Add(failure.Name); }
        };
        core.Send(Host.Increment(1));
        core.Process();
        core.OnMessage = (message, text) => { };
        Assert.AreEqual(new[] { "EBUSY", "EBUSY", "EBUSY" }, names);
        core.Close();
    }

    [Test]
    public void InvalidJson()
    {
        using (var core = Host.Open("counter"))
            Assert.AreEqual(12, Host.Fails("EJSON", () => core.Send("{\"counter\": }")).Offset);
    }

    [Test]
    public void InvalidMessage()
    {
        using (var core = Host.Open("counter"))
            StringAssert.Contains("counter.request.increment.by", Host.Fails("EMESSAGE", () => core.Send(Host.Increment("two"))).Message);
    }

    [Test]
    public void InvalidUtf8()
    {
        using (var core = Host.Open("todo"))
        {
            var text = Encoding.UTF8.GetBytes("{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"caf?\"}}}}}");
            text[Array.IndexOf(text, (byte)'?')] = 0xE9;
            Host.Fails("EJSON", () => core.Send(text));
        }
    }

    [Test]
    public void EmbeddedNul()
    {
        using (var core = Host.Open("todo"))
        {
            Assert.AreEqual("a\0b", Host.Response(core.Call(Host.Add("a\0b"))[0], "todo", "wasAdded")["text"]);
            Host.Fails("EJSON", () => core.Send("{\"counter\"\0:1}"));
        }
    }

    [Test]
    public void UnknownApp() { Host.Fails("EAPP", () => Host.Open("cuonter")); }

    [Test]
    public void BadConfig()
    {
        var options = new CoreOptions { Config = new JsonObject { { "ehco", true } } };
        StringAssert.Contains("ehco", Host.Fails("ECONFIG", () => Host.Open("counter", null, options)).Message);
    }

    [Test]
    public void WrongLibrary() { StringAssert.Contains("libm.so.6", Host.Fails("EINVAL", () => new Library("libm.so.6")).Message); }

    [Test]
    public void MissingLibrary()
    {
        StringAssert.Contains("looked for at /nowhere/none.so. Give the path of an Adit library", Host.Fails("EINVAL", () => new Library("/nowhere/none.so")).Message);
        var name = Host.Fails("EINVAL", () => new Library("libnone.so")).Message;
        StringAssert.Contains("no such library in LD_LIBRARY_PATH (", name);
        StringAssert.Contains("such as ./libnone.so", name);
    }

    [Test]
    public void TwoDrivers()
    {
        using (var inside = new ManualResetEventSlim())
        using (var leave = new ManualResetEventSlim())
        {
            var core = Host.Open("counter");
            core.OnMessage = (message, text) =>
            {
                inside.Set();
                leave.Wait();
            };
            core.Send(Host.Increment(1));
            var driver = Task.Factory.StartNew(() => core.Process(-1), TaskCreationOptions.LongRunning);
            inside.Wait();
            Host.Fails("EBUSY", () => core.Process(0));
            Host.Fails("EBUSY", () => core.Close(0));
            Assert.IsFalse(core.IsClosed);
            leave.Set();
            Assert.AreEqual(1, driver.Result);
            core.Close();
        }
    }

    [Test]
    public void ManySenders()
    {
        var heard = new List<JsonObject>();
        using (var core = Host.Open("counter", heard))
        {
            var senders = Enumerable.Range(0, 8).Select(number => new Thread(() =>
            {
                for (var count = 0; count < 1000; count++) core.Send(Host.Increment(1));
            })).ToList();
            senders.ForEach(sender => sender.Start());
            Host.Drive(core, () => heard.Count == 8000);
            Assert.AreEqual(8000, Host.Response(heard.Last(), "counter", "wasIncremented")["to"]);
        }
    }

    [Test]
    public void GatewayThrows()
    {
        var heard = new List<JsonObject>();
        string reported = null;
        var options = Host.Serving((request, token) => { throw new InvalidOperationException("no such list"); });
        options.OnError = (gateway, failure) => reported = gateway + ": " + failure.Message;
        using (var core = Host.Open("todo", heard, options))
        {
            core.Send(Host.Import("groceries"));
            Host.Drive(core, () => heard.Count > 0);
            StringAssert.Contains("no such list", Host.Response(heard.Last(), "todo", "wereNotImported").ToString());
            // The host sees it as well.
            Assert.AreEqual("lists: no such list", reported);
        }
    }

    [Test]
    public void AReplyWaitsUntilAFullQueueHasRoom()
    {
        var heard = new List<JsonObject>();
        Core open = null;
        var options = Host.Serving((request, token) =>
        {
            Host.Fails("EFULL", () => { while (true) open.Send(Host.Add("x")); });
            return Task.FromResult<object>(new JsonObject { { "texts", new List<string> { "Milk" } } });
        });
        options.Config["limits"] = new JsonObject { { "queue", 2 } };
        using (var core = open = Host.Open("todo", heard, options))
        {
            core.Send(Host.Import("groceries"));
            core.Process();
            // The gateway, in a task, fills the queue and answers.
            var gateways = typeof(Core).GetField("gateways", BindingFlags.NonPublic | BindingFlags.Instance).GetValue(core);
            var hasUnsent = gateways.GetType().GetProperty("HasUnsent", BindingFlags.NonPublic | BindingFlags.Instance);
            Assert.IsTrue(SpinWait.SpinUntil(() => (bool)hasUnsent.GetValue(gateways), 60000));
            Func<JsonObject, bool> isImport = message => Json.Write(message).Contains("wereImported");
            Host.Drive(core, () => heard.Any(isImport));
            Assert.IsFalse((bool)hasUnsent.GetValue(gateways));
        }
    }

    [Test]
    public void RefusedReply()
    {
        foreach (var text in new[] { new string('x', 10000), "\ud800" })
        {
            var heard = new List<JsonObject>();
            var failures = new List<string>();
            var texts = new JsonObject { { "texts", new[] { text } } };
            var options = Host.Serving((request, token) => Task.FromResult<object>(texts));
            options.OnError = (gateway, failure) => failures.Add(gateway + ": " + ((AditException)failure).Name);
            options.Config["limits"] = new JsonObject { { "message", 5000 } };
            using (var core = Host.Open("todo", heard, options))
            {
                core.Send(Host.Import("groceries"));
                Host.Drive(core, () => heard.Count > 0);
                var name = text[0] == 'x' ? "ESIZE" : "EJSON";
                StringAssert.Contains(name, Host.Response(heard.Last(), "todo", "wereNotImported").ToString());
                Assert.AreEqual(new[] { "lists: " + name }, failures.ToArray());
            }
        }
    }

    [Test]
    public void ACancellationThatThrowsDoesNotKeepTheOthers()
    {
        var cancelled = 0;
        var begun = new CountdownEvent(2);
        var core = Host.Open("todo", null, Host.Serving((request, token) =>
        {
            token.Register(() => { cancelled++; throw new InvalidOperationException("mine"); });
            begun.Signal();
            return new TaskCompletionSource<object>().Task;
        }));
        foreach (var list in new[] { "groceries", "books" }) core.Send(Host.Import(list));
        core.Process();
        begun.Wait();
        Assert.AreEqual("mine", Assert.Throws<AggregateException>(() => core.Close()).InnerException.Message);
        Assert.IsTrue(core.IsClosed);
        Assert.AreEqual(2, cancelled);
    }

    // A client may know how the binding names requests and mirrors.
    [Test]
    public void ClientNames()
    {
        var heard = new List<JsonObject>();
        var options = new CoreOptions { Config = new JsonObject { { "clients", new[] { "@subscribe" } } } };
        using (var core = Host.Open("counter", heard, options))
        {
            var mirror = core.Follow("/value");
            core.Process();
            var message = Host.Increment(1);
            message["@id"] = "csharp-2";
            core.Submit("mallory", message.ToString());
            core.Submit("mallory", "{\"@subscribe\":{\"subscription\":\"csharp-mirror-1\",\"path\":\"\"}}");
            var request = core.Request(Host.Increment(5));
            core.Process();
            Assert.AreEqual(6, Host.Response(request.Result, "counter", "wasIncremented")["to"]);
            Assert.AreEqual(6, mirror.Value);
            Assert.IsTrue(heard.All(each => (string)each["@client"] == "mallory"));
        }
    }

    [Test]
    public void ACloseThatIsRefusedLeavesTheCoreOpen()
    {
        var core = Host.Open("counter");
        Host.Fails("EINVAL", () => core.Close(-2));
        Assert.IsFalse(core.IsClosed);
        core.Close();
    }

    [Test]
    public void GatewayCancelled()
    {
        var heard = new List<JsonObject>();
        var cancelled = new TaskCompletionSource<bool>();
        var late = new TaskCompletionSource<object>();
        using (var core = Host.Open("todo", heard, Host.Serving((request, token) =>
        {
            token.Register(() => cancelled.TrySetResult(true));
            return late.Task;
        })))
        {
            core.Send(Host.Import("groceries"));
            core.Process();
            core.Send(Host.Message("todo", "cancelImport", new JsonObject { { "from", "groceries" } }));
            Host.Drive(core, () => heard.Count > 0);
            Assert.IsTrue(cancelled.Task.Result);
            Assert.AreEqual("groceries", Host.Response(heard.Last(), "todo", "importWasCancelled")["from"]);
            late.SetResult(new JsonObject { { "texts", new[] { "Late" } } });
            var stats = (JsonObject)core.Call(new JsonObject { { "@stats", new JsonObject() } })[0];
            Assert.AreEqual(0, stats.Object("@stats")["ignoredReplies"]);
        }
    }

    [Test]
    public void ClosePending()
    {
        var cancelled = new TaskCompletionSource<bool>();
        var core = Host.Open("todo", null, Host.Serving((request, token) =>
        {
            token.Register(() => cancelled.TrySetResult(true));
            return new TaskCompletionSource<object>().Task;
        }));
        core.Send(Host.Import("groceries"));
        core.Process();
        var pending = core.Request(new JsonObject { { "@get", new JsonObject { { "path", "/items" } } } });
        core.Close();
        Assert.IsTrue(cancelled.Task.Result);
        var failure = Assert.Throws<AggregateException>(() => pending.Wait()).InnerException as AditException;
        Assert.AreEqual("ECLOSED", failure.Name);
    }

    [Test]
    public void BigMessage()
    {
        using (var core = Host.Open("todo"))
        {
            var text = string.Concat(Enumerable.Repeat("Milk and honey. ", 65536));
            Assert.AreEqual(text, Host.Response(core.Call(Host.Add(text))[0], "todo", "wasAdded")["text"]);
        }
    }
}

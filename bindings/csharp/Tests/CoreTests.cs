// What a host does.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Adit;
using NUnit.Framework;

[TestFixture]
public class CoreTests
{
    [Test]
    public void ALibraryHasAppsAndCatalogs()
    {
        Assert.AreEqual(new[] { "counter", "todo" }, Host.Cores.Catalog().Select(app => app.Key).OrderBy(name => name).ToArray());
        Assert.IsInstanceOf<string>(Host.Cores.Catalog("counter")["hash"]);
        StringAssert.IsMatch("^\\d+\\.\\d+\\.\\d+$", Host.Cores.Version);
    }

    [Test]
    public void TwoLibraries()
    {
        using (var one = Host.Open("counter"))
        using (var two = Host.Open("profile", null, null, Host.Showcase))
        {
            Assert.AreEqual(1, one.Call(Host.Increment(1)).Count);
            Assert.IsEmpty(two.Call(new JsonObject { { "userTypesNewEmail", new JsonObject { { "userEmail", "a@b.c" } } } }));
        }
    }

    [Test]
    public void ARequestCompletesWithTheFirstMessageOfItsId()
    {
        var heard = new List<JsonObject>();
        using (var core = Host.Open("todo", heard))
        {
            var request = core.Request(Host.Add("Milk"));
            Assert.IsFalse(request.IsCompleted);
            core.Process();
            Assert.AreEqual("Milk", Host.Response(request.Result, "todo", "wasAdded")["text"]);
            Assert.AreEqual(1, heard.Count); // the review request
        }
    }

    [Test]
    public void ARequestCompletesWithTheFirstMessageOfItsIdThatIsItsAnswer()
    {
        var heard = new List<JsonObject>();
        using (var core = Host.Open("todo", heard))
        {
            var request = core.Request(Host.Add("Milk"), answer => answer.Contains("appReview") || answer.Contains("@effect"));
            core.Process();
            Assert.IsFalse(request.Result.Contains("todo"));
            Assert.AreEqual("Milk", Host.Response(heard.Single(message => message.Contains("todo")), "todo", "wasAdded")["text"]);
        }
    }

    [Test]
    public void AResultOfAGatewayThatIsNoJsonIsAnError()
    {
        var failures = new List<string>();
        var options = Host.Serving((request, token) => Task.FromResult<object>(new JsonObject { { "texts", DateTime.Now } }));
        options.OnError = (gateway, failure) => failures.Add(gateway + ": " + failure.Message);
        using (var core = Host.Open("todo", null, options))
        {
            var request = core.Request(Host.Import("groceries"));
            Host.Drive(core, () => request.IsCompleted);
            Assert.IsTrue(request.Result.Object("todo").Object("response").Contains("wereNotImported"));
            Assert.AreEqual(new[] { "lists: found a System.DateTime, which has no JSON form" }, failures.ToArray());
        }
    }

    [Test]
    public void ProgressIsNoAnswer()
    {
        var heard = new List<JsonObject>();
        var folder = System.IO.Directory.CreateDirectory(System.IO.Path.Combine(System.IO.Path.GetTempPath(), "adit-" + Guid.NewGuid())).FullName;
        var texts = Enumerable.Range(0, 20000).Select(number => "Item " + number).ToList();
        var options = Host.Serving((request, token) => Task.FromResult<object>(new JsonObject { { "texts", texts } }));
        options.Config["files"] = new JsonObject { { "folder", folder } };
        using (var core = Host.Open("todo", heard, options))
        {
            core.Send(Host.Import("groceries"));
            Host.Drive(core, () => heard.Count > 0);
            var export = core.Request(new JsonObject { { "@export", new JsonObject { { "path", "todo.json" } } } });
            Host.Drive(core, () => export.IsCompleted);
            Assert.IsTrue(export.Result.Contains("@exported"));
            Assert.IsTrue(heard.Any(message => message.Contains("@progress")));
        }
        System.IO.Directory.Delete(folder, true);
    }

    [Test]
    public void TheOutputOfACallReachesGatewaysAndMirrors()
    {
        var heard = new List<JsonObject>();
        var texts = new JsonObject { { "texts", new[] { "Milk" } } };
        using (var core = Host.Open("todo", heard, Host.Serving((request, token) => Task.FromResult<object>(texts))))
        {
            var mirror = core.Follow("/view/openCount");
            core.Process();
            Assert.AreEqual("lists", ((JsonObject)core.Call(Host.Import("groceries"))[0]).Object("@effect")["gateway"]);
            Host.Drive(core, () => heard.Count > 0);
            core.Call(Host.Add("Bread"));
            Assert.AreEqual(2, mirror.Value);
        }
    }

    [Test]
    public void ABatchIsDeliveredAsItsMessages()
    {
        var heard = new List<string>();
        var options = new CoreOptions { Config = new JsonObject { { "delivery", "batches" } }, OnMessage = (message, text) =>
        {
            heard.Add(text);
            if (heard.Count == 1) throw new InvalidOperationException("mine");
        } };
        using (var core = Host.Open("counter", null, options))
        {
            var request = core.Request(Host.Increment(1));
            for (var count = 0; count < 2; count++) core.Send(Host.Increment(1));
            Assert.AreEqual("mine", Assert.Throws<InvalidOperationException>(() => core.Process()).Message);
            Assert.IsTrue(request.IsCompleted);
            Assert.AreEqual(new[] { 2, 3 }.Select(to => "{\"counter\":{\"response\":{\"wasIncremented\":{\"to\":" + to + "}}}}").ToArray(), heard.ToArray());
        }
    }

    [Test]
    public void AConfigIsForAnyNumberOfCores()
    {
        var config = new JsonObject();
        Host.Open("counter", null, new CoreOptions { Config = config, Gateways = { { "other", (request, token) => null } } }).Close();
        Assert.AreEqual(0, config.Count);
    }

    [Test]
    public void RunEndsWithTheCore()
    {
        foreach (var close in new Action<Core>[] { core => core.Close(), core => core.Send("{\"@close\":{}}") })
            using (var core = Host.Open("counter"))
            {
                var driving = core.Run(CancellationToken.None);
                core.Request(Host.Increment(1)).Wait();
                close(core);
                Assert.IsTrue(driving.Wait(60000));
            }
    }

    [Test]
    public void ARequestFailsWithTheErrorOfTheCore()
    {
        using (var core = Host.Open("todo"))
        {
            var request = core.Request(new JsonObject { { "@get", new JsonObject { { "path", "/itms" } } } });
            core.Process();
            var failure = (AditException)Assert.Throws<AggregateException>(() => request.Wait()).InnerException;
            Assert.AreEqual("EMESSAGE", failure.Name);
            StringAssert.Contains("items", failure.Message);
        }
    }

    [Test]
    public void AThreadDrives()
    {
        using (var core = Host.Open("todo", null, Host.Serving(async (request, token) =>
        {
            await Task.Yield();
            return new JsonObject { { "texts", new[] { "Milk", (string)request.Object("fetch")["list"] } } };
        })))
        using (var stop = new CancellationTokenSource())
        {
            var driving = core.Run(stop.Token);
            var answer = core.Request(Host.Import("groceries")).Result;
            var items = (List<object>)answer.Object("todo").Object("response")["wereImported"];
            Assert.AreEqual(new[] { "Milk", "groceries" }, items.Select(item => ((JsonObject)item)["text"]).ToArray());
            stop.Cancel();
            driving.Wait();
        }
    }

    [Test]
    public void OneThreadDrivesManyCores()
    {
        var cores = Enumerable.Range(0, 5).Select(number => Host.Open("counter")).ToArray();
        var requests = cores.Select((core, number) => core.Request(Host.Increment(number))).ToArray();
        while (!requests.All(request => request.IsCompleted)) Poll.Step(cores, 1000);
        Assert.AreEqual(10, requests.Sum(request => (long)Host.Response(request.Result, "counter", "wasIncremented")["to"]));
        foreach (var core in cores) core.Close();
    }

    [Test]
    public void PullMode()
    {
        using (var core = Host.Open("counter", null, new CoreOptions { Pull = true }))
        {
            core.Send(Host.Increment(1));
            core.Send(Host.Increment(1));
            Assert.AreEqual(2, core.Receive().Count);
            Assert.IsNull(core.Receive());
        }
    }

    [Test]
    public void AMirrorIsThePartOfTheState()
    {
        using (var core = Host.Open("todo"))
        {
            var milk = Host.Response(core.Call(Host.Add("Milk"))[0], "todo", "wasAdded")["id"];
            core.Call(Host.Add("Bread"));
            var revisions = new List<long?>();
            var mirror = core.Follow("/items", items => revisions.Add(items.Revision));
            core.Process();
            foreach (var request in new[] { "check", "delete" })
            {
                core.Send(Host.Message("todo", request, new JsonObject { { "id", milk } }));
                core.Process();
            }
            core.Send(Host.Add("Butter"));
            core.Process();
            Assert.AreEqual(new long?[] { 2, 3, 4, 5 }, revisions);
            var now = (JsonObject)core.Call(new JsonObject { { "@get", new JsonObject { { "path", "/items" } } } })[0];
            Assert.AreEqual(Json.Write(now.Object("@value")["value"]), Json.Write(mirror.Value));
            Assert.AreEqual(new[] { "Bread", "Butter" }, mirror.Elements.Select(item => item["text"]).ToArray());
            mirror.Stop();
            core.Send(Host.Add("Honey"));
            core.Process();
            Assert.AreEqual(5, mirror.Revision);
        }
    }

    [Test]
    public void AMirrorIsAWindow()
    {
        using (var core = Host.Open("todo"))
        {
            for (var number = 0; number < 10; number++) core.Call(Host.Add("Item " + number));
            var mirror = core.Follow("/items", null, 0, 3);
            core.Process();
            Assert.AreEqual(10, mirror.Count);
            mirror.Move(8);
            core.Send(Host.Add("Item 10"));
            core.Process();
            Assert.AreEqual(new[] { "Item 8", "Item 9", "Item 10" }, mirror.Elements.Select(item => item["text"]).ToArray());
            Assert.AreEqual(11, mirror.Count);
        }
    }

    [TestCase("9223372036854775807")]
    [TestCase("-9223372036854775808")]
    [TestCase("18446744073709551615")]
    [TestCase("0.1")]
    [TestCase("{\"a\":[null,true,{},[]]}")]
    [TestCase("\"a\\u0000b\"")]
    public void JsonIsKept(string text) { Assert.AreEqual(text, Json.Write(Json.Read(text))); }

    [TestCase("{\"a\":1}", "[{\"op\":\"add\",\"path\":\"/b\",\"value\":[1]}]", "{\"a\":1,\"b\":[1]}")]
    [TestCase("[1,2]", "[{\"op\":\"add\",\"path\":\"/1\",\"value\":9}]", "[1,9,2]")]
    [TestCase("[1,2]", "[{\"op\":\"add\",\"path\":\"/-\",\"value\":9}]", "[1,2,9]")]
    [TestCase("[1,2]", "[{\"op\":\"add\",\"path\":\"/3\",\"value\":9}]", null)]
    [TestCase("[1,2]", "[{\"op\":\"add\",\"path\":\"/01\",\"value\":9}]", null)]
    [TestCase("{\"a\":1}", "[{\"op\":\"remove\",\"path\":\"/b\"}]", null)]
    [TestCase("{\"a/b\":{\"~c\":1}}", "[{\"op\":\"replace\",\"path\":\"/a~1b/~0c\",\"value\":2}]", "{\"a/b\":{\"~c\":2}}")]
    [TestCase("{\"a\":1}", "[{\"op\":\"replace\",\"path\":\"\",\"value\":[]}]", "[]")]
    [TestCase("[1,2,3]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/2\"}]", "[2,3,1]")]
    [TestCase("{\"a\":{\"b\":1}}", "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/c\"},{\"op\":\"remove\",\"path\":\"/a/b\"}]", "{\"a\":{},\"c\":{\"b\":1}}")]
    [TestCase("{\"a\":[1]}", "[{\"op\":\"test\",\"path\":\"/a\",\"value\":[2]}]", null)]
    [TestCase("{\"a\":1}", "[{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}]", null)]
    public void Patches(string value, string operations, string expected)
    {
        TestDelegate apply = () => Assert.AreEqual(expected, Json.Write(Patch.Apply(Json.Read(value), (List<object>)Json.Read(operations))));
        if (expected != null) apply();
        else Assert.Throws<FormatException>(apply);
    }
}

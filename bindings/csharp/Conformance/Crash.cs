// What a core's requests, gateways and mirrors do when its process crashes: for bindings/conformance/crash.
using System;
using System.Threading;
using System.Threading.Tasks;
using Adit;

internal static class Crash
{
    private static void Say(string line)
    {
        lock (Console.Out)
        {
            Console.WriteLine(line);
            Console.Out.Flush();
        }
    }

    private static JsonObject Request(string name, JsonObject body)
    {
        return new JsonObject { { "todo", new JsonObject { { "request", new JsonObject { { name, body } } } } } };
    }

    private static void Add(Core core, string text)
    {
        core.Request(Request("add", new JsonObject { { "item", new JsonObject { { "text", text } } } })).Wait();
        Say("added " + text);
    }

    private static void ExpectFailure(Core core, SemaphoreSlim cancelled)
    {
        try { core.Request(Request("import", new JsonObject { { "from", "x" } })).Wait(); }
        catch (AggregateException failure)
        {
            Say("failed " + ((AditException)failure.InnerException).Name);
            cancelled.Wait();
        }
    }

    private static void Drive(Core core)
    {
        try { while (!core.IsClosed) core.Process(-1); }
        catch (AditException failure)
        {
            if (failure.Name != "ECLOSED" && failure.Name != "ECORE") throw; // it is gone
        }
    }

    private static void Main(string[] arguments)
    {
        var cancelled = new SemaphoreSlim(0);
        var zeros = new SemaphoreSlim(0);
        var options = new CoreOptions();
        options.Gateways["lists"] = async (request, token) =>
        {
            Say("called lists");
            try { await Task.Delay(-1, token); }
            catch (OperationCanceledException) { }
            Say("cancelled lists");
            cancelled.Release();
            return new JsonObject { { "texts", new[] { "late" } } };
        };
        var core = new Library(arguments[0]).Open("todo", options);
        core.Follow("/view/openCount", count =>
        {
            Say("count " + count.Value);
            if ((long)count.Value == 0) zeros.Release();
        });
        var driving = Task.Factory.StartNew(() => Drive(core), TaskCreationOptions.LongRunning);
        zeros.Wait();
        Add(core, "Milk");
        ExpectFailure(core, cancelled);
        zeros.Wait(); // it has begun anew
        Add(core, "Tea");
        ExpectFailure(core, cancelled);
        driving.Wait();
        core.Close();
        Say("closed");
    }
}

// A todo list on the command line: Todo.exe LIBRARY TEXT ... adds items, and prints the list as it changes.
using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Adit;

internal static class Todo
{
    private static JsonObject Request(string name, JsonObject body)
    {
        return new JsonObject { { "todo", new JsonObject { { "request", new JsonObject { { name, body } } } } } };
    }

    private static async Task Add(Core core, string[] texts)
    {
        JsonObject added = null;
        foreach (var text in texts)
        {
            var answer = await core.Request(Request("add", new JsonObject { { "item", new JsonObject { { "text", text } } } }));
            added = answer.Object("todo").Object("response").Object("wasAdded");
        }
        if (added != null) await core.Request(Request("check", new JsonObject { { "id", added["id"] } }));
    }

    private static void Main(string[] arguments)
    {
        using (var core = new Library(arguments[0]).Open("todo"))
        using (var stop = new CancellationTokenSource())
        {
            core.Follow("/items", items =>
            {
                var place = 0;
                foreach (var item in items.Elements) Console.WriteLine("{0}. [{1}] {2}", ++place, (bool)item["completed"] ? "x" : " ", item["text"]);
                Console.WriteLine("-- revision {0}", items.Revision);
            });
            var driving = core.Run(stop.Token);
            Add(core, arguments.Skip(1).ToArray()).Wait();
            stop.Cancel();
            driving.Wait();
        }
    }
}

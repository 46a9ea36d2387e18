// Generated clients of todo and chat, over Adit's binding: EndToEnd.exe CORES SHOWCASE
//
// The first is made of a catalog in which the error emptyText has another name, so that an answer with it is not understood; the other one has
// another hash.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Adit;
using Adit.Typed;
using Client;

internal static class EndToEnd
{
    private static void Expect(object found, object expected)
    {
        if (!Equals(found, expected)) throw new Exception("found " + found + "; " + expected + " is expected");
    }

    private static async Task<Exception> Failure(Func<Task> action)
    {
        try { await action(); }
        catch (Exception failure) { return failure; }
        throw new Exception("found no error");
    }

    private static string Texts(IEnumerable<TodoItem> items) { return string.Join(",", items.Select(item => item.Text)); }

    /// <summary>Values are equal by what they are, and printed without secrets.</summary>
    private static Task Values(Library library)
    {
        var item = new TodoItemInput("Milk", completed: true);
        Expect(item, new TodoItemInput("Milk", completed: true));
        Expect(item.GetHashCode(), new TodoItemInput("Milk", completed: true).GetHashCode());
        Expect(item.Equals(new TodoItemInput("Milk")), false);
        Expect(new TodoItemInput(null), new TodoItemInput(null));
        Expect(new FetchedList(new[] { "a", "b" }), new FetchedList(new List<string> { "a", "b" }));
        Expect(new TodoRequest.Add(new TodoItemInput("Milk")).ToString().StartsWith("Add(Item: TodoItemInput(", StringComparison.Ordinal), true);
        Expect(new FetchedList(new[] { "a", "b" }).ToString(), "FetchedList(Texts: [a, b])");
        Expect(new AditToHost.Value("/a", 1, value: "secret").ToString().Contains("secret"), false);
        AditId id = "x";
        Expect(id, new AditId(text: "x"));
        return Task.CompletedTask;
    }

    /// <summary>Requests, a message with what stands beside it, a gateway and a followed part.</summary>
    private static async Task Requests(Library library)
    {
        var heard = new BlockingCollection<Received>();
        var gateways = new Client.Gateways { Lists = (request, cancellation) => Task.FromResult(new FetchedList(new[] { "Bread", "Salt" })) };
        using (var client = new TodoClient(library, gateways, onMessage: heard.Add))
        {
            client.Start();
            var counts = new BlockingCollection<int>();
            var open = client.FollowViewOpen(items => counts.Add(items.Count), 0, 10);
            Expect((await open.Ready).Count, 0);
            var added = await client.Todo.Add(new TodoItemInput("Milk"));
            Expect(added is TodoResponse.WasAdded was ? was.Value.Text + was.Value.Completed : null, "MilkFalse");
            var imported = await client.Todo.Import("groceries");
            Expect(imported is TodoResponse.WereImported were ? Texts(were.Value) : null, "Bread,Salt");
            while (counts.Take() != 3) continue;
            var table = open.Value;
            Expect(Texts(table), "Milk,Bread,Salt");
            Expect(table[table.Ids[0]].Text, "Milk");
            Expect(table.ContainsKey("none"), false);
            Expect(ReferenceEquals(table, open.Value), true);
            client.Send(new TodoRequest.Add(new TodoItemInput("Tea")), id: 7);
            var tea = heard.Take();
            while (!tea.Path.Contains("todo")) tea = heard.Take();
            Expect(tea.Id, (AditId)7);
            Expect(string.Join(".", tea.Path), "todo.response");
            Expect(await client.Tagging.Create(new TagInput("food")) is TaggingResponse.WasCreated, true);
            Expect((await client.Stats()).Queued, 0L);
            Expect((await client.Request(new AditToCore.Get("/items", limit: 1))).Message is AditToHost.Value, true);
            Expect((await Failure(client.Undo)).Message.Contains("undo"), true);
            Expect((await Failure(() => client.Todo.Add(new TodoItemInput(null)))).Message,
                "todo.request.add.item.text: found null; a value is expected");
            Expect((await Failure(() => client.Todo.Add(null))).Message, "todo.request.add.item: found null; a value is expected");
            open.Dispose();
        }
    }

    /// <summary>An exception of a gateway is an error of the app's, and a token is cancelled with the effect.</summary>
    private static async Task Gateways(Library library)
    {
        var failures = new BlockingCollection<Exception>();
        var began = new TaskCompletionSource<string>();
        var cancelled = new TaskCompletionSource<bool>();
        var gateways = new Client.Gateways
        {
            Lists = async (request, cancellation) =>
            {
                var list = ((ListRequest.Fetch)request).List;
                if (list == "nothing") throw new InvalidOperationException("no such list");
                cancellation.Register(() => cancelled.SetResult(true));
                began.SetResult(list);
                await Task.Delay(Timeout.Infinite, cancellation);
                return null;
            },
        };
        using (var client = new TodoClient(library, gateways, onError: failures.Add))
        {
            client.Start();
            Expect(await client.Todo.Import("nothing") is TodoResponse.WereNotImported, true);
            Expect(failures.Take().Message, "no such list");
            client.Send(new TodoRequest.Import("groceries"));
            Expect(await began.Task, "groceries");
            Expect(await client.Todo.CancelImport("groceries"), new TodoResponse.ImportWasCancelled("groceries"));
            Expect(await cancelled.Task, true);
        }
    }

    /// <summary>A gateway of many replies sends them until its task ends.</summary>
    private static async Task Source(Library library)
    {
        var heard = new BlockingCollection<Received>();
        var gateways = new Chat.Gateways
        {
            Inbox = async (request, send, cancellation) =>
            {
                foreach (var text in new[] { "Hello", "Bye" })
                {
                    await Task.Yield();
                    send(new Chat.ChatMessageInput(((Chat.InboxRequest.Follow)request).Room, text));
                }
            },
        };
        using (var client = new Chat.ChatClient(library, gateways, onMessage: heard.Add))
        {
            client.Start();
            Expect(await client.Presence.GoOnline("attic"), new Chat.PresenceResponse.WentOnline("attic"));
            foreach (var text in new[] { "Hello", "Bye" })
            {
                var received = ((Chat.Inbox.Received)heard.Take().Message).Message;
                Expect(received.Text + " from " + received.From, text + " from attic");
            }
            Expect(heard.Take().Message, new Chat.Inbox.WasLost("attic"));
        }
    }

    /// <summary>What is not understood is an error, and the client goes on; so are exceptions of the program.</summary>
    private static async Task Misunderstood(Library library)
    {
        var errors = new BlockingCollection<Exception>();
        Action<Received> onMessage = message => { throw new InvalidOperationException("of the program"); };
        using (var client = new TodoClient(library, onMessage: onMessage, onError: errors.Add))
        {
            client.Start();
            var first = await Failure(() => client.Todo.Add(new TodoItemInput("")));
            client.Send(new TodoRequest.Add(new TodoItemInput("")));
            foreach (var error in new[] { first, errors.Take() })
            {
                Expect(error.GetType(), typeof(DecodingException));
                Expect(error.Message.StartsWith("todo.response.wasNotAdded.error: found a text; one of noText", StringComparison.Ordinal), true);
            }
            client.Send(new TodoRequest.Add(new TodoItemInput("Tea")));
            Expect(errors.Take().Message, "of the program");
            Expect(await client.Todo.Add(new TodoItemInput("Milk")) is TodoResponse.WasAdded, true);
        }
    }

    /// <summary>An app with another catalog is refused; one that has extended it is not.</summary>
    private static async Task Refused(Library library)
    {
        var error = (AditException)await Failure(() => Task.Run(() => new Other.TodoClient(library)));
        Expect(error.Name, "ECONFIG");
        Expect(error.Message.Contains("expects"), true);
        var catalog = library.Catalog("todo");
        catalog["hash"] = "0123456789abcdef";
        using (var client = new TodoClient(library, config: new AditConfig(expects: catalog)))
        {
            client.Start();
            Expect(await client.Todo.Add(new TodoItemInput("Milk")) is TodoResponse.WasAdded, true);
        }
        Expect((await Failure(() => Task.Run(() => new TodoClient(null)))).Message.Contains("an Adit.Library is expected"), true);
    }

    private static void Main(string[] arguments)
    {
        var (cores, showcase) = (new Library(arguments[0]), new Library(arguments[1]));
        var tests = new Func<Task>[]
        {
            () => Values(cores), () => Requests(cores), () => Gateways(cores), () => Source(showcase), () => Misunderstood(cores), () => Refused(cores),
        };
        for (var number = 0; number < tests.Length; number++)
            if (!tests[number]().Wait(20000)) throw new TimeoutException("found no end of test " + number);
    }
}

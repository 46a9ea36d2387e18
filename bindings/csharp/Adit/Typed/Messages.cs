using System.Collections.Generic;
using System.Linq;

namespace Adit.Typed
{
    /// <summary>A message to the core, and what stands beside it.</summary>
    public sealed class Sent
    {
        /// <summary>A case of the requests of a feature, or of Adit's own messages.</summary>
        public IToCore Message { get; internal set; }
        /// <summary>The keys above the message's own: its feature, and "request".</summary>
        public IReadOnlyList<string> Path { get; internal set; }
        /// <summary>The `@id`, which is repeated beside all that the message causes.</summary>
        public AditId Id { get; internal set; }
        /// <summary>Dependencies of the message.</summary>
        public AditWith With { get; internal set; }
        /// <summary>Consecutive messages of a group are undone together.</summary>
        public string Group { get; internal set; }
    }

    /// <summary>A message to the host, and what stands beside it.</summary>
    public sealed class Received
    {
        /// <summary>A case of the responses of a feature, or of Adit's own messages.</summary>
        public Record Message { get; internal set; }
        /// <summary>The keys above the message's own: its feature, and "response".</summary>
        public IReadOnlyList<string> Path { get; internal set; }
        /// <summary>The `@id` of the message that caused it.</summary>
        public AditId Id { get; internal set; }
        /// <summary>The client whose message caused it.</summary>
        public string Client { get; internal set; }
        /// <summary>Its number, by which `@heard` acknowledges it.</summary>
        public long? Cursor { get; internal set; }
        /// <summary>Whether it may have been delivered before.</summary>
        public bool? Again { get; internal set; }
    }

    /// <summary>The messages of an app in one direction.</summary>
    public sealed class Messages
    {
        /// <summary>The messages of an enum, below some keys.</summary>
        public sealed class Branch
        {
            internal readonly Shape Shape;
            internal readonly System.Type Type;
            internal readonly string[] Path;

            internal Branch(System.Type type, string[] path)
            {
                Type = type;
                Shape = Shape.Of(type);
                Path = path;
            }
        }

        private readonly Branch own;
        private readonly Branch[] branches;
        private readonly string[] beside;

        private Messages(System.Type own, string[] beside, Branch[] branches)
        {
            this.own = new Branch(own, new string[0]);
            this.beside = beside;
            this.branches = branches;
        }

        /// <summary>The messages of an enum, below some keys.</summary>
        public static Branch In<T>(params string[] path) { return new Branch(typeof(T), path); }

        /// <summary>The messages that a host may send.</summary>
        public static Messages ToCore(params Branch[] branches)
        {
            return new Messages(typeof(AditToCore), new[] { "@id", "@with", "@group" }, branches);
        }

        /// <summary>The messages that a host receives.</summary>
        public static Messages ToHost(params Branch[] branches)
        {
            return new Messages(typeof(AditToHost), new[] { "@id", "@client", "@cursor", "@again" }, branches);
        }

        /// <summary>Reads a message to the host.</summary>
        /// <exception cref="DecodingException">it is none of these</exception>
        public Received Receive(JsonObject json)
        {
            Branch branch;
            var others = new JsonObject();
            var message = Read(json, others, out branch);
            return new Received
            {
                Message = message, Path = branch.Path, Id = Beside<AditId>(others, "@id"), Client = Beside<string>(others, "@client"),
                Cursor = Beside<long?>(others, "@cursor"), Again = Beside<bool?>(others, "@again"),
            };
        }

        /// <summary>Reads a message to the core.</summary>
        /// <exception cref="DecodingException">it is none of these</exception>
        public Sent Send(JsonObject json)
        {
            Branch branch;
            var others = new JsonObject();
            var message = Read(json, others, out branch);
            return new Sent
            {
                Message = (IToCore)message, Path = branch.Path, Id = Beside<AditId>(others, "@id"),
                With = Beside<AditWith>(others, "@with"), Group = Beside<string>(others, "@group"),
            };
        }

        private static T Beside<T>(JsonObject others, string key)
        {
            return others.Get(key) == null ? default(T) : (T)Coding.Read(typeof(T), others[key], key);
        }

        /// <summary>The message as JSON.</summary>
        public static JsonObject Write(Received received)
        {
            var json = Whole(received.Message, received.Path);
            Add(json, "@id", received.Id);
            Add(json, "@client", received.Client);
            Add(json, "@cursor", received.Cursor);
            Add(json, "@again", received.Again);
            return json;
        }

        /// <summary>The message as JSON.</summary>
        /// <exception cref="System.ArgumentException">a member that has to be there is null</exception>
        public static JsonObject Write(Sent sent)
        {
            var json = Whole(sent.Message, sent.Path);
            Add(json, "@id", sent.Id);
            Add(json, "@with", sent.With);
            Add(json, "@group", sent.Group);
            return json;
        }

        private static void Add(JsonObject json, string key, object value) { if (value != null) json[key] = Coding.Write(value, key); }

        /// <summary>A message below keys.</summary>
        internal static JsonObject Whole(object message, IReadOnlyList<string> path)
        {
            var value = (JsonObject)Coding.Write(message, string.Join(".", path));
            return path.Reverse().Aggregate(value, (inner, key) => new JsonObject { { key, inner } });
        }

        /// <summary>The keys above a message's own.</summary>
        internal string[] Path(object message)
        {
            var found = branches.FirstOrDefault(branch => branch.Type.IsInstanceOfType(message));
            return found == null ? own.Path : found.Path;
        }

        private Record Read(JsonObject json, JsonObject others, out Branch branch)
        {
            var message = new JsonObject();
            foreach (var member in json) (beside.Contains(member.Key) ? others : message)[member.Key] = member.Value;
            if (message.Any(member => member.Key.StartsWith("@", System.StringComparison.Ordinal)))
            {
                foreach (var key in new[] { "@with", "@group" })
                {
                    if (others.Contains(key))
                        throw new DecodingException(key, "found beside a message of Adit; it stands beside those of the app only");
                }
                branch = own;
                return (Record)Coding.Read(own.Type, message, "");
            }
            var keys = branches.SelectMany(each => each.Path.Length == 0 ? each.Shape.CaseKeys : new[] { each.Path[0] }).ToArray();
            Coding.Members(message, "", keys);
            if (message.Count != 1)
                throw new DecodingException("", "found " + message.Count + " keys; one of " + string.Join(", ", keys) + " is expected");
            return ReadBelow(message, message.First(), out branch);
        }

        private Record ReadBelow(JsonObject message, KeyValuePair<string, object> only, out Branch branch)
        {
            var below = branches.FirstOrDefault(each => each.Path.Length == 2 && each.Path[0] == only.Key);
            var whole = branches.FirstOrDefault(each => each.Path.Length == 1 && each.Path[0] == only.Key);
            var inner = only.Value as JsonObject;
            if (below != null && (whole == null || inner != null && inner.Contains(below.Path[1])))
            {
                var key = below.Path[1];
                inner = Coding.Members(only.Value, only.Key, new[] { key });
                if (inner.Count == 0) throw new DecodingException(only.Key, "found no key; " + key + " is expected");
                branch = below;
                return (Record)Coding.Read(below.Type, inner[key], only.Key + "." + key);
            }
            branch = whole ?? branches.First(each => each.Path.Length == 0);
            return (Record)(whole == null ? Coding.Read(branch.Type, message, "") : Coding.Read(branch.Type, only.Value, only.Key));
        }
    }
}

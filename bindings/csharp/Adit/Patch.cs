using System;
using System.Collections.Generic;
using System.Linq;

namespace Adit
{
    /// <summary>The operations of RFC 6902.</summary>
    public static class Patch
    {
        /// <summary>Applies operations in place, and returns the value.</summary>
        /// <exception cref="FormatException">one of them does not fit; it says which</exception>
        public static object Apply(object value, List<object> operations)
        {
            return operations.Cast<JsonObject>().Aggregate(value, One);
        }

        private static object One(object root, JsonObject operation)
        {
            var path = (string)operation["path"];
            object moved;
            switch (operation["op"] as string)
            {
                case "add": return Add(root, path, Copy(operation["value"]));
                case "remove": return Remove(root, path, out moved);
                case "replace":
                    if (path == "") return Copy(operation["value"]);
                    return Add(Remove(root, path, out moved), path, Copy(operation["value"]));
                case "move":
                    root = Remove(root, (string)operation["from"], out moved);
                    return Add(root, path, moved);
                case "copy": return Add(root, path, Copy(Get(root, (string)operation["from"])));
                case "test":
                    if (Json.Write(Get(root, path)) == Json.Write(operation["value"])) return root;
                    throw Fail(path, "the test does not hold");
                default: throw Fail(path, "no operation " + operation["op"]);
            }
        }

        private static Exception Fail(string path, string what) { return new FormatException("patch, " + path + ": " + what); }
        private static object Copy(object value) { return Json.Read(Json.Write(value)); }

        private static object Get(object root, string path)
        {
            if (path == "") return root;
            string key;
            int place;
            var container = Find(root, path, out key, out place);
            var array = container as List<object>;
            if (array != null && place < array.Count) return array[place];
            var members = container as JsonObject;
            if (members != null && members.Contains(key)) return members[key];
            throw Fail(path, "leads nowhere");
        }

        private static object Add(object root, string path, object value)
        {
            if (path == "") return value;
            string key;
            int place;
            var container = Find(root, path, out key, out place);
            var array = container as List<object>;
            if (array != null) array.Insert(place, value);
            else ((JsonObject)container)[key] = value;
            return root;
        }

        private static object Remove(object root, string path, out object removed)
        {
            removed = Get(root, path);
            if (path == "") return null;
            string key;
            int place;
            var container = Find(root, path, out key, out place);
            var array = container as List<object>;
            if (array != null) array.RemoveAt(place);
            else ((JsonObject)container).Remove(key);
            return root;
        }

        /// <summary>The container of a pointer's target, and its key or position there.</summary>
        private static object Find(object root, string path, out string key, out int place)
        {
            if (!path.StartsWith("/", StringComparison.Ordinal)) throw Fail(path, "a pointer begins with a slash");
            var keys = path.Substring(1).Split('/').Select(each => each.Replace("~1", "/").Replace("~0", "~")).ToArray();
            var at = root;
            for (var index = 0; ; index++)
            {
                key = keys[index];
                place = 0;
                var array = at as List<object>;
                var members = at as JsonObject;
                if (array != null) place = Position(array, key, path);
                else if (members == null) throw Fail(path, "leads nowhere");
                if (index == keys.Length - 1) return at;
                at = array == null ? members.Get(key) : place < array.Count ? array[place] : null;
            }
        }

        private static int Position(List<object> array, string key, string path)
        {
            int place;
            if (key == "-") return array.Count;
            if (int.TryParse(key, System.Globalization.NumberStyles.None, null, out place) && place <= array.Count && (key == "0" || key[0] != '0'))
                return place;
            throw Fail(path, "found the position " + key + " of " + array.Count);
        }
    }
}

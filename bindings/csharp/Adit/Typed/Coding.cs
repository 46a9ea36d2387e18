using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

namespace Adit.Typed
{
    /// <summary>The coding of values, which are read by the attributes of their classes.</summary>
    internal static class Coding
    {
        /// <summary>Reads a value of JSON.</summary>
        /// <param name="path">where it stands, for errors</param>
        /// <exception cref="DecodingException">it has another form</exception>
        internal static object Read(Type type, object value, string path)
        {
            // A followed part changes in place.
            if (type == typeof(object)) return value is JsonObject || value is IList ? Json.Read(Json.Write(value)) : value;
            var present = Nullable.GetUnderlyingType(type);
            if (present != null) return value == null ? null : Read(present, value, path);
            if (type == typeof(string)) return value is string ? value : throw Expected(value, path, "a text");
            if (type == typeof(bool)) return value is bool ? value : throw Expected(value, path, "true or false");
            if (type == typeof(double)) return IsNumber(value) ? Convert.ToDouble(value) : throw Expected(value, path, "a number");
            if (type.IsPrimitive) return ReadInteger(type, value, path);
            if (type.IsEnum) return ReadChoice(type, value, path);
            if (IsList(type)) return ReadList(type.GetGenericArguments()[0], value, path);
            if (IsDictionary(type)) return ReadDictionary(type.GetGenericArguments()[1], value, path);
            var shape = Shape.Of(type);
            if (type.IsAbstract) return ReadCase(shape, value, path);
            return shape.IsForms ? ReadForm(shape, value, path) : ReadMembers(shape, value, path);
        }

        private static bool IsNumber(object value) { return value is long || value is ulong || value is double; }
        private static bool IsList(Type type) { return type.IsInterface && type.GetGenericTypeDefinition() == typeof(IReadOnlyList<>); }

        private static bool IsDictionary(Type type)
        {
            return type.IsInterface && type.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>);
        }

        private static object ReadInteger(Type type, object value, string path)
        {
            if (value is long)
            {
                try { return Convert.ChangeType(value, type); }
                catch (OverflowException) { }
            }
            var (least, most) = (type.GetField("MinValue").GetValue(null), type.GetField("MaxValue").GetValue(null));
            throw Expected(value, path, type == typeof(long) ? "an integer of 64 bits" : "an integer from " + least + " to " + most);
        }

        private static object ReadChoice(Type type, object value, string path)
        {
            var choices = Choices.Of(type);
            object choice;
            if (value != null && choices.Values.TryGetValue(value, out choice)) return choice;
            throw Expected(value, path, "one of " + string.Join(", ", choices.All));
        }

        private static object ReadList(Type element, object value, string path)
        {
            if (!(value is IList list)) throw Expected(value, path, "an array");
            var all = (IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(element));
            foreach (var each in list) all.Add(ReadElement(element, each, Below(path, all.Count.ToString())));
            return all;
        }

        private static object ReadDictionary(Type element, object value, string path)
        {
            var all = (IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(typeof(string), element));
            foreach (var member in Object(value, path)) all.Add(member.Key, ReadElement(element, member.Value, Below(path, member.Key)));
            return all;
        }

        /// <summary>Of an element that is no value type, C# does not say whether it may be null.</summary>
        private static object ReadElement(Type type, object value, string path)
        {
            return value == null && !type.IsValueType ? null : Read(type, value, path);
        }

        private static object ReadMembers(Shape shape, object value, string path)
        {
            var found = Members(value, path, shape.Keys);
            var values = new object[shape.Members.Length];
            for (var index = 0; index < values.Length; index++)
            {
                var key = shape.Members[index].Key;
                if (!found.Contains(key.Key) && !key.Optional) throw new DecodingException(path, "missing key \"" + key.Key + "\"");
                // An optional member that is null is as good as absent.
                var part = found.Get(key.Key);
                if (part != null || !key.Optional) values[index] = ReadMember(shape.Members[index], part, Below(path, key.Key));
            }
            return shape.Make(values);
        }

        private static object ReadMember(Shape.Member member, object value, string path)
        {
            var key = member.Key;
            // A case's value that may be null is there all the same.
            if (value == null && key.Optional) return null;
            if (value is long number && (number < key.Least || number > key.Most))
                throw Expected(value, path, "an integer from " + key.Least + " to " + key.Most);
            return Read(member.Type, value, path);
        }

        private static object ReadCase(Shape shape, object value, string path)
        {
            var found = Members(value, path, shape.CaseKeys);
            if (found.Count != 1)
                throw new DecodingException(path, "found " + found.Count + " keys; one of " + Listed(shape.CaseKeys) + " is expected");
            var only = found.First();
            var one = Shape.Of(shape.Cases[Array.IndexOf(shape.CaseKeys, only.Key)]);
            var place = Below(path, only.Key);
            return one.IsPlain ? one.Make(new[] { ReadMember(one.Members[0], only.Value, place) }) : ReadMembers(one, only.Value, place);
        }

        /// <summary>Reads a value of one of several kinds of JSON.</summary>
        private static object ReadForm(Shape shape, object value, string path)
        {
            var values = new object[shape.Members.Length];
            for (var index = 0; index < values.Length; index++)
            {
                var type = Nullable.GetUnderlyingType(shape.Members[index].Type) ?? shape.Members[index].Type;
                if (!IsOfKind(type, value)) continue;
                values[index] = ReadMember(shape.Members[index], value, path);
                return shape.Make(values);
            }
            throw Expected(value, path, "one of " + Listed(shape.Keys));
        }

        private static bool IsOfKind(Type type, object value)
        {
            if (value is bool) return type == typeof(bool);
            if (value is string) return type == typeof(string) || type.IsEnum && Choices.Of(type).All[0] is string;
            if (IsNumber(value)) return type != typeof(bool) && type.IsPrimitive || type.IsEnum && Choices.Of(type).All[0] is long;
            if (value is IList) return IsList(type);
            return value is JsonObject && (type.IsInterface ? IsDictionary(type) : type.IsClass && type != typeof(string));
        }

        /// <summary>The JSON of a value.</summary>
        /// <param name="path">where it stands, for errors; null if any value will do, of a text that is compared only</param>
        /// <exception cref="ArgumentException">a member that has to be there is null, or a number is no number of JSON</exception>
        internal static object Write(object value, string path)
        {
            if (value is Record) return WriteRecord(value, path);
            if (value is Enum) return WriteChoice(value, path);
            if (value is double) return WriteDouble((double)value, path);
            if (value is sbyte || value is ushort) return Convert.ToInt64(value);
            if (value is string || value is JsonObject || !(value is IEnumerable elements)) return value;
            var isDictionary = value.GetType().GetInterfaces().Any(each => each.IsGenericType
                && each.GetGenericTypeDefinition() == typeof(IReadOnlyDictionary<,>));
            if (isDictionary) return WriteDictionary(elements, path);
            return elements.Cast<object>().Select((each, index) => Write(each, Below(path, index.ToString()))).ToList();
        }

        private static object WriteDouble(double number, string path)
        {
            if (!double.IsNaN(number) && !double.IsInfinity(number)) return number;
            if (path == null) return number.ToString();
            throw new ArgumentException(path + ": found " + number + "; a number of JSON is expected");
        }

        private static object WriteChoice(object value, string path)
        {
            object json;
            if (Choices.Of(value.GetType()).Json.TryGetValue(value, out json)) return json;
            if (path == null) return Convert.ToInt64(value);
            throw new ArgumentException(path + ": found the " + value.GetType().Name + " " + value + "; one with a name is expected");
        }

        private static JsonObject WriteDictionary(IEnumerable elements, string path)
        {
            var members = new JsonObject();
            foreach (var each in elements)
            {
                var key = (string)each.GetType().GetProperty("Key").GetValue(each, null);
                members[key] = Write(each.GetType().GetProperty("Value").GetValue(each, null), Below(path, key));
            }
            return members;
        }

        private static object WriteRecord(object value, string path)
        {
            var shape = Shape.Of(value.GetType());
            if (shape.IsForms) return Write(shape.Members.Select(member => member.Get(value)).FirstOrDefault(each => each != null), path);
            if (shape.IsPlain) return new JsonObject { { shape.Case, WriteMember(shape.Members[0], value, Below(path, shape.Case)) } };
            var place = shape.Case == null ? path : Below(path, shape.Case);
            var members = new JsonObject();
            foreach (var member in shape.Members)
            {
                var key = member.Key.Key;
                var part = WriteMember(member, value, Below(place, key));
                if (part != null || !member.Key.Optional) members[key] = part;
            }
            return shape.Case == null ? members : new JsonObject { { shape.Case, members } };
        }

        private static object WriteMember(Shape.Member member, object value, string path)
        {
            var part = member.Get(value);
            if (part == null && path != null && !member.Key.Optional && member.Type != typeof(object))
                throw new ArgumentException(path + ": found null; a value is expected");
            return Write(part, path);
        }

        internal static string Below(string path, string key) { return path == null ? null : path == "" ? key : path + "." + key; }
        private static string Listed(IEnumerable<string> names) { return string.Join(", ", names); }

        internal static JsonObject Object(object value, string path)
        {
            return value as JsonObject ?? throw Expected(value, path, "an object");
        }

        internal static JsonObject Members(object value, string path, IReadOnlyCollection<string> keys)
        {
            var found = Object(value, path);
            foreach (var member in found)
            {
                if (!keys.Contains(member.Key))
                    throw new DecodingException(path, "unknown key \"" + member.Key + "\"; one of " + Listed(keys) + " is expected");
            }
            return found;
        }

        internal static DecodingException Expected(object value, string path, string what)
        {
            var found = value is string ? "a text" : value is IList ? "an array" : value is JsonObject ? "an object" : Json.Write(value);
            return new DecodingException(path, "found " + found + "; " + what + " is expected");
        }
    }
}

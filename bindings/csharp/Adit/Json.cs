using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Adit
{
    /// <summary>A JSON object, whose members keep their order.</summary>
    public sealed class JsonObject : IEnumerable<KeyValuePair<string, object>>
    {
        private readonly List<string> names = new List<string>();
        private readonly Dictionary<string, object> members = new Dictionary<string, object>(StringComparer.Ordinal);

        /// <summary>The member of a name. Setting one that is there keeps its place.</summary>
        public object this[string name]
        {
            get { return members[name]; }
            set
            {
                if (!members.ContainsKey(name)) names.Add(name);
                members[name] = value;
            }
        }

        /// <summary>The member of a name; null if there is none.</summary>
        public object Get(string name)
        {
            object value;
            return members.TryGetValue(name, out value) ? value : null;
        }

        /// <summary>The object of a name; null if there is none.</summary>
        public JsonObject Object(string name) { return Get(name) as JsonObject; }
        /// <summary>Adds a member; with this, an object can be written as an initializer.</summary>
        public void Add(string name, object value) { this[name] = value; }
        public bool Contains(string name) { return members.ContainsKey(name); }
        public int Count { get { return names.Count; } }

        public bool Remove(string name)
        {
            names.Remove(name);
            return members.Remove(name);
        }

        public IEnumerator<KeyValuePair<string, object>> GetEnumerator()
        {
            foreach (var name in names) yield return new KeyValuePair<string, object>(name, members[name]);
        }

        IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }
        public override string ToString() { return Json.Write(this); }
    }

    /// <summary>
    /// JSON as values: <see cref="JsonObject"/>, <see cref="List{T}"/> of object, string, long, ulong, double, bool, null.
    /// </summary>
    public static class Json
    {
        /// <summary>The text of a value.</summary>
        /// <exception cref="ArgumentException">a value has no JSON form</exception>
        public static string Write(object value)
        {
            var text = new StringBuilder();
            Write(value, text);
            return text.ToString();
        }

        private static void Write(object value, StringBuilder text)
        {
            if (value == null) text.Append("null");
            else if (value is string) Quote((string)value, text);
            else if (value is bool) text.Append((bool)value ? "true" : "false");
            else if (value is double || value is float) WriteDouble(Convert.ToDouble(value), text);
            else if (value is JsonObject) WriteObject((JsonObject)value, text);
            else if (value is IEnumerable) WriteArray((IEnumerable)value, text);
            else if (value is int || value is long || value is ulong || value is uint || value is short || value is byte)
                text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            else throw new ArgumentException("found a " + value.GetType() + ", which has no JSON form");
        }

        private static void WriteDouble(double number, StringBuilder text)
        {
            if (double.IsNaN(number) || double.IsInfinity(number)) throw new ArgumentException("found the number " + number + "; JSON has none such");
            var shortest = number.ToString("R", CultureInfo.InvariantCulture);
            text.Append(shortest);
        }

        private static void WriteObject(JsonObject value, StringBuilder text)
        {
            var mark = '{';
            foreach (var member in value)
            {
                text.Append(mark);
                Quote(member.Key, text);
                text.Append(':');
                Write(member.Value, text);
                mark = ',';
            }
            text.Append(mark == '{' ? "{}" : "}");
        }

        private static void WriteArray(IEnumerable value, StringBuilder text)
        {
            var mark = '[';
            foreach (var element in value)
            {
                text.Append(mark);
                Write(element, text);
                mark = ',';
            }
            text.Append(mark == '[' ? "[]" : "]");
        }

        private static void Quote(string value, StringBuilder text)
        {
            text.Append('"');
            foreach (var character in value)
            {
                if (character == '"' || character == '\\') text.Append('\\').Append(character);
                // A lone surrogate keeps its number, so that Adit sees and refuses it.
                else if (character < ' ') text.Append("\\u").Append(((int)character).ToString("x4"));
                else text.Append(character);
            }
            text.Append('"');
        }

        /// <summary>The value of a text.</summary>
        /// <exception cref="FormatException">the text is not JSON; it says where</exception>
        public static object Read(string text)
        {
            var reader = new Reader { Text = Native.Given(text, "text", "a JSON text") };
            var value = reader.Value();
            reader.End();
            return value;
        }

        /// <summary>The object of a text.</summary>
        public static JsonObject ReadObject(string text)
        {
            return Read(text) as JsonObject ?? throw new FormatException("an object is expected");
        }

        private struct Reader
        {
            internal string Text;
            private int place;

            private Exception Fail(string expected)
            {
                return new FormatException("JSON, character " + place + ": " + expected + " is expected");
            }

            private void Skip() { while (place < Text.Length && " \t\r\n".IndexOf(Text[place]) >= 0) place++; }
            private char Next { get { Skip(); return place < Text.Length ? Text[place] : '\0'; } }

            private void Take(string word)
            {
                if (string.CompareOrdinal(Text, place, word, 0, word.Length) != 0) throw Fail(word);
                place += word.Length;
            }

            internal void End() { if (Next != '\0' || place < Text.Length) throw Fail("the end"); }

            internal object Value()
            {
                switch (Next)
                {
                    case '{': return Object();
                    case '[': return Array();
                    case '"': return String();
                    case 't': Take("true"); return true;
                    case 'f': Take("false"); return false;
                    case 'n': Take("null"); return null;
                    default: return Number();
                }
            }

            private JsonObject Object()
            {
                var value = new JsonObject();
                Take("{");
                if (Next == '}') { place++; return value; }
                while (true)
                {
                    if (Next != '"') throw Fail("a key");
                    var name = String();
                    Skip();
                    Take(":");
                    value[name] = Value();
                    if (Next == '}') { place++; return value; }
                    Take(",");
                }
            }

            private List<object> Array()
            {
                var value = new List<object>();
                Take("[");
                if (Next == ']') { place++; return value; }
                while (true)
                {
                    value.Add(Value());
                    if (Next == ']') { place++; return value; }
                    Take(",");
                }
            }

            private string String()
            {
                var value = new StringBuilder();
                for (place++; ; place++)
                {
                    if (place >= Text.Length) throw Fail("a closing quote");
                    var character = Text[place];
                    if (character == '"') { place++; return value.ToString(); }
                    if (character != '\\') { value.Append(character); continue; }
                    if (++place >= Text.Length) throw Fail("an escape");
                    var escape = "\"\\/bfnrt".IndexOf(Text[place]);
                    int code;
                    if (escape >= 0) value.Append("\"\\/\b\f\n\r\t"[escape]);
                    else if (Text[place] == 'u' && place + 4 < Text.Length
                        && int.TryParse(Text.Substring(place + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
                    {
                        value.Append((char)code);
                        place += 4;
                    }
                    else throw Fail("an escape");
                }
            }

            private object Number()
            {
                var start = place;
                while (place < Text.Length && "+-.eE0123456789".IndexOf(Text[place]) >= 0) place++;
                var word = Text.Substring(start, place - start);
                long whole;
                ulong large;
                double number;
                var culture = CultureInfo.InvariantCulture;
                if (long.TryParse(word, NumberStyles.AllowLeadingSign, culture, out whole)) return whole;
                if (ulong.TryParse(word, NumberStyles.None, culture, out large)) return large;
                if (word != "" && double.TryParse(word, NumberStyles.Float, culture, out number)) return number;
                place = start;
                throw Fail("a value");
            }
        }
    }
}

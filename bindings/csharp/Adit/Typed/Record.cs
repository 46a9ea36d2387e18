using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Adit.Typed
{
    /// <summary>A value with members. Two are equal if they are of one class and would be the same JSON text.</summary>
    public abstract class Record
    {
        public sealed override bool Equals(object other)
        {
            return other != null && other.GetType() == GetType() && Text(other) == Text(this);
        }

        public sealed override int GetHashCode() { return Text(this).GetHashCode(); }

        /// <summary>The class and the members, but for secrets.</summary>
        public sealed override string ToString()
        {
            var members = Shape.Of(GetType()).Members;
            return GetType().Name + "(" + string.Join(", ", members.Select(member => member.Name + ": " + Shown(member))) + ")";
        }

        private static string Text(object value) { return Json.Write(Coding.Write(value, null)); }

        private string Shown(Shape.Member member)
        {
            return member.Key.Secret ? "***" : Shown(member.Get(this));
        }

        private static string Shown(object value)
        {
            if (value == null) return "null";
            if (value is string || value is JsonObject || !(value is IEnumerable elements)) return value.ToString();
            return "[" + string.Join(", ", elements.Cast<object>().Select(Shown)) + "]";
        }
    }

    /// <summary>Elements in order, each with an id.</summary>
    public sealed class Table<TId, T> : Record, IReadOnlyCollection<T>
    {
        public Table(IReadOnlyList<TId> ids, IReadOnlyDictionary<string, T> entities)
        {
            Ids = ids;
            Entities = entities;
        }

        /// <summary>The ids, in order.</summary>
        [Key("ids")]
        public IReadOnlyList<TId> Ids { get; }

        /// <summary>The elements, by their ids as texts.</summary>
        [Key("entities")]
        public IReadOnlyDictionary<string, T> Entities { get; }

        public int Count { get { return Ids.Count; } }

        /// <summary>The element with an id.</summary>
        /// <exception cref="KeyNotFoundException">there is none</exception>
        public T this[TId id]
        {
            get
            {
                T element;
                if (TryGetValue(id, out element)) return element;
                throw new KeyNotFoundException("found no element with the id " + Key(id));
            }
        }

        public bool ContainsKey(TId id) { return Entities.ContainsKey(Key(id)); }
        public bool TryGetValue(TId id, out T element) { return Entities.TryGetValue(Key(id), out element); }
        public IEnumerator<T> GetEnumerator() { return Ids.Select(id => this[id]).GetEnumerator(); }
        IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }
        private static string Key(TId id) { return Convert.ToString(Coding.Write(id, null), CultureInfo.InvariantCulture); }
    }

    /// <summary>A value that has another form. The message begins with its path.</summary>
    public sealed class DecodingException : Exception
    {
        public DecodingException(string path, string text) : base((path == "" ? "the message" : path) + ": " + text) { }
    }
}

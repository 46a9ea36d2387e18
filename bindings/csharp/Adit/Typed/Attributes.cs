using System;

namespace Adit.Typed
{
    /// <summary>The key of a case of an enum: of a class in the class of the enum.</summary>
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class CaseAttribute : Attribute
    {
        public CaseAttribute(string key) { Key = key; }
        public string Key { get; }
    }

    /// <summary>
    /// The key of a member of an object; without a key, the member is the case's whole value. The constructor has the
    /// members in their order, but those that may be absent last.
    /// </summary>
    [AttributeUsage(AttributeTargets.Property)]
    public sealed class KeyAttribute : Attribute
    {
        public KeyAttribute(string key = null) { Key = key; }
        public string Key { get; }
        /// <summary>Whether it may be absent: then it is null.</summary>
        public bool Optional { get; set; }
        /// <summary>The bounds of an integer.</summary>
        public long Least { get; set; } = long.MinValue;
        public long Most { get; set; } = long.MaxValue;
        /// <summary>Whether it is left out of what is printed.</summary>
        public bool Secret { get; set; }
    }

    /// <summary>The JSON of a value of an enum without further values: a string or a long.</summary>
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class ChoiceAttribute : Attribute
    {
        public ChoiceAttribute(string value) { Value = value; }
        public ChoiceAttribute(long value) { Value = value; }
        public object Value { get; }
    }

    /// <summary>A class whose value is the one member that is set, of those of several kinds of JSON.</summary>
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class FormsAttribute : Attribute { }

    /// <summary>A message that may be sent: the requests of an app, and Adit's own messages.</summary>
    public interface IToCore { }
}

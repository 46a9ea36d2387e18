using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Adit.Typed
{
    /// <summary>What the attributes of a class say of its members and cases.</summary>
    internal sealed class Shape
    {
        private static readonly ConcurrentDictionary<Type, Shape> Known = new ConcurrentDictionary<Type, Shape>();

        private readonly ConstructorInfo constructor;
        /// <summary>The places of the constructor's parameters among the members.</summary>
        private readonly int[] order;

        /// <summary>The members, in the order of their JSON.</summary>
        internal readonly Member[] Members;
        internal readonly string[] Keys;
        /// <summary>Of a case, its key; else null.</summary>
        internal readonly string Case;
        /// <summary>Whether the one member is the whole value of the case.</summary>
        internal readonly bool IsPlain;
        /// <summary>Whether the one member that is set is the value.</summary>
        internal readonly bool IsForms;
        /// <summary>Of an enum with further values, the classes of its cases, and their keys.</summary>
        internal readonly Type[] Cases;
        internal readonly string[] CaseKeys;

        internal sealed class Member
        {
            private readonly PropertyInfo property;
            internal readonly KeyAttribute Key;

            internal Member(PropertyInfo property, KeyAttribute key)
            {
                this.property = property;
                Key = key;
            }

            internal string Name { get { return property.Name; } }
            internal Type Type { get { return property.PropertyType; } }
            internal object Get(object value) { return property.GetValue(value, null); }
        }

        internal static Shape Of(Type type) { return Known.GetOrAdd(type, each => new Shape(each)); }

        private Shape(Type type)
        {
            // The order of the source is that of the tokens.
            const BindingFlags Declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly;
            Members = type.GetProperties(Declared).Where(property => property.IsDefined(typeof(KeyAttribute), false))
                .OrderBy(property => property.MetadataToken)
                .Select(property => new Member(property, property.GetCustomAttribute<KeyAttribute>())).ToArray();
            Keys = Members.Select(member => member.Key.Key).ToArray();
            order = Enumerable.Range(0, Members.Length).OrderBy(index => Members[index].Key.Optional).ToArray();
            constructor = type.GetConstructors().FirstOrDefault(each => each.GetParameters().Length == Members.Length);
            Case = Key(type);
            IsPlain = Members.Length == 1 && Members[0].Key.Key == null;
            IsForms = type.IsDefined(typeof(FormsAttribute), false);
            Cases = type.GetNestedTypes().Where(each => Key(each) != null).OrderBy(each => each.MetadataToken).ToArray();
            CaseKeys = Cases.Select(Key).ToArray();
        }

        private static string Key(Type type)
        {
            var attribute = type.GetCustomAttribute<CaseAttribute>(false);
            return attribute == null ? null : attribute.Key;
        }

        /// <summary>Makes a value of its members, in their order.</summary>
        internal object Make(object[] values) { return constructor.Invoke(order.Select(index => values[index]).ToArray()); }
    }

    /// <summary>The values of an enum without further values.</summary>
    internal sealed class Choices
    {
        private static readonly ConcurrentDictionary<Type, Choices> Known = new ConcurrentDictionary<Type, Choices>();

        internal readonly Dictionary<object, object> Values = new Dictionary<object, object>();
        internal readonly Dictionary<object, object> Json = new Dictionary<object, object>();
        internal readonly List<object> All = new List<object>();

        internal static Choices Of(Type type) { return Known.GetOrAdd(type, each => new Choices(each)); }

        private Choices(Type type)
        {
            foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static).OrderBy(field => field.MetadataToken))
            {
                var (value, json) = (field.GetValue(null), field.GetCustomAttribute<ChoiceAttribute>().Value);
                Values[json] = value;
                Json[value] = json;
                All.Add(json);
            }
        }
    }
}

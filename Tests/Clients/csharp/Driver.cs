// Reads and writes messages with a generated class: Driver.exe CLASS
using System;
using System.IO;
using System.Text;
using Adit;
using Adit.Typed;

internal static class Driver
{
    private static void Main(string[] arguments)
    {
        var client = System.Reflection.Assembly.GetExecutingAssembly().GetType(arguments[0]);
        var toCore = (Messages)client.GetField("ToCore").GetValue(null);
        var toHost = (Messages)client.GetField("ToHost").GetValue(null);
        var plain = new UTF8Encoding(false);
        using (var input = new StreamReader(Console.OpenStandardInput(), plain))
        using (var output = new StreamWriter(Console.OpenStandardOutput(), plain))
        {
            for (var line = input.ReadLine(); line != null; line = input.ReadLine())
            {
                string answer;
                try
                {
                    var json = Json.ReadObject(line.Substring(7));
                    answer = Json.Write(line.StartsWith("toCore", StringComparison.Ordinal)
                        ? Messages.Write(toCore.Send(json)) : Messages.Write(toHost.Receive(json)));
                }
                catch (DecodingException failure) { answer = "error: " + failure.Message.Replace("\n", " "); }
                output.Write(answer + "\n");
            }
        }
    }
}

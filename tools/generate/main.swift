import AditClients
import Glibc

Console.openStreams()
exit(GenerateCommand(arguments: Array(CommandLine.arguments.dropFirst())).run())

// SPDX-License-Identifier: Apache-2.0
import AditClients
import Glibc

Console.openStreams()
exit(GenerateCommand(arguments: Array(CommandLine.arguments.dropFirst())).run())

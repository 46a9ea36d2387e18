// SPDX-License-Identifier: Apache-2.0
import AditClients
import Glibc

exit(GenerateCommand(arguments: Array(CommandLine.arguments.dropFirst())).run())

/*
 * Empty: the module has symbols that the Swift runtime refers to (CrashHandler.c), and none for Swift code.
 *
 * SPDX-License-Identifier: Apache-2.0
 */

import ArgumentParser
import Foundation
import Glibc
import MarfaSDK
import NoteFiles
import Settings

/// The command line: arguments in, text and an exit code out.
package enum CommandLineProgram {
  /// The options of the application in the terminal, if the arguments ask for it; else nil.
  ///
  /// They do without arguments, with options of `tui` alone, and with a command that opens the
  /// application. It reads and writes nothing.
  ///
  /// - Parameter arguments: The arguments without the program's name.
  /// - Returns: The options of the terminal application, or nil for every other command, for help
  ///   and for arguments that make no sense, which `run` then handles.
  package static func terminalArguments(_ arguments: [String]) -> TerminalArguments? {
    let profile = ProfileArgument(arguments)
    if profile.isIncomplete { return nil }
    guard let first = profile.arguments.first else { return TerminalArguments() }
    // Parsing costs milliseconds, and `run` parses again.
    guard MarfaCommand.mayOpenTerminal(first) else { return nil }
    // What is wrong with the arguments is said by `run`.
    let command = try? MarfaCommand.parseAsRoot(profile.arguments)
    return (command as? any TerminalCommanding).map {
      TerminalArguments($0.options, action: $0.action)
    }
  }

  /// Whether a profile was asked for that is not there; `run` then says so.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - environment: The process's variables.
  /// - Returns: Whether the application must not be opened.
  package static func refusesProfile(
    _ arguments: [String], environment: [String: String]
  ) -> Bool {
    let profile = ProfileArgument(arguments)
    let environment = profile.environment(environment)
    guard profile.isIncomplete || environment["MARFA_PROFILE"] != nil else { return false }
    let session = CommandSession(host: .process(environment: environment))
    return profile.problem(
      environment: session.host.environment, directories: session.allDirectories) != nil
  }

  /// Runs a command of the process.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - environment: The process's variables.
  ///   - executable: The absolute path of the running program.
  /// - Returns: The exit code.
  package static func run(
    _ arguments: [String], environment: [String: String], executable: String
  ) async -> Int32 {
    // A reader that goes away is seen as EPIPE, so that a command still ends its work.
    signal(SIGPIPE, SIG_IGN)
    return await run(arguments, host: .process(environment: environment, executable: executable))
  }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - host: What the process lends.
  /// - Returns: The exit code, one of `ExitStatus`.
  package static func run(_ arguments: [String], host: CommandHost) async -> Int32 {
    let profile = ProfileArgument(arguments)
    var host = host
    host.refusesPager = profile.refusesPager
    host.environment = profile.environment(host.environment)
    let session = CommandSession(host: host)
    let problem = profile.problem(
      environment: host.environment, directories: session.allDirectories)
    let status: ExitStatus
    if let problem, !Self.isAboutProfiles(profile.arguments) {
      if let message = problem.message { session.output.note("marfa: \(message)") }
      status = problem.status
    } else {
      status = await perform(profile.arguments, session)
    }
    await session.output.endPaging()
    if let number = session.output.failure {
      session.output.note(
        "marfa: The output could not be written: \(SystemError.sentence(number)).")
      return ExitStatus.failure.rawValue
    }
    return status.rawValue
  }

  /// Says why the application did not start; nothing in it can act on a terminal.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - streams: The streams of the process.
  /// - Returns: The exit code that a command would end with.
  package static func tell(_ error: any Error, streams: CommandStreams) -> Int32 {
    let failure = CommandFailure(error)
    if let message = failure.message { report(message, streams: streams) }
    return failure.status.rawValue
  }

  /// Prints a line to standard error; nothing in it can act on a terminal.
  ///
  /// - Parameters:
  ///   - message: The line, without the program's name.
  ///   - streams: The streams of the process.
  package static func report(_ message: String, streams: CommandStreams) {
    CommandOutput(streams: streams).note("marfa: \(message)")
  }

  /// Whether a command works without the profile that the environment names.
  private static func isAboutProfiles(_ arguments: [String]) -> Bool {
    arguments.contains { ["--help", "-h", "--version"].contains($0) }
      || ["profile", "help", "version", "completion"].contains(arguments.first)
  }

  private static func perform(_ arguments: [String], _ session: CommandSession) async -> ExitStatus
  {
    let command: any ParsableCommand
    if arguments == ["--version"] {
      session.output.line(MarfaCommand.configuration.version)
      return .success
    }
    if arguments.first == "help", let refusal = refuseUnknownCommand(arguments, session) {
      return refusal
    }
    do {
      command = try MarfaCommand.parsed(arguments)
    } catch {
      return refuseUnknownCommand(arguments, session) ?? explain(error, session)
    }
    for diagnostic in EnvironmentVariables.diagnostics(for: session.host.environment) {
      session.output.note("marfa: \(diagnostic)")
    }
    do {
      if let command = command as? any SessionCommand {
        try await command.run(in: session)
      } else {
        // A group of commands alone, or help, explains itself.
        var command = command
        try command.run()
      }
      return .success
    } catch let error where MarfaCommand.exitCode(for: error) == .success {
      return explain(error, session)
    } catch {
      let failure = error is CleanExit ? nil : CommandFailure(error)
      session.output.flush()
      if let message = failure?.message { session.output.note("marfa: \(message)") }
      return failure?.status ?? .success
    }
  }

  /// Says that there is no such command; the parser would take its name for an argument of `tui`.
  private static func refuseUnknownCommand(
    _ arguments: [String], _ session: CommandSession
  ) -> ExitStatus? {
    // After `help` every word is a command; elsewhere only the first is surely one.
    let isHelp = arguments.first == "help"
    var commands = MarfaCommand.configuration.subcommands
    var path = "marfa"
    for name in isHelp ? arguments.dropFirst() : arguments.prefix(1) {
      guard !name.hasPrefix("-") else { return nil }
      guard let command = commands.first(where: { $0.configuration.answers(to: name) }) else {
        refuse(name, among: commands, of: path, session)
        return .usage
      }
      commands = command.configuration.subcommands
      path += " \(name)"
    }
    return nil
  }

  private static func refuse(
    _ name: String, among commands: [any ParsableCommand.Type], of path: String,
    _ session: CommandSession
  ) {
    let names = commands.compactMap {
      $0.configuration.shouldDisplay ? $0.configuration.commandName : nil
    }
    let hint = Spelling.hint(for: name, among: names)
    session.output.note(
      "marfa: Unknown command “\(name)”"
        + (hint.isEmpty ? "; `\(path) --help` lists all." : hint))
  }

  /// Prints help, or what is wrong with the arguments.
  private static func explain(_ error: any Error, _ session: CommandSession) -> ExitStatus {
    let columns = min(max(session.host.streams.columns, 40), 100)
    let text = MarfaCommand.fullMessage(for: error, columns: columns)
    guard MarfaCommand.exitCode(for: error) != .success else {
      if !text.isEmpty { session.output.line(text) }
      return .success
    }
    // The parser's own word; every other message begins with the program's name.
    let message = text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
    session.output.note("marfa: \(message)")
    return .usage
  }
}

extension CommandConfiguration {
  /// Whether a word is the command's name or another one for it.
  func answers(to word: String) -> Bool {
    commandName == word || aliases.contains(word)
  }
}

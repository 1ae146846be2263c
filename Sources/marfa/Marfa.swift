import Foundation
import MarfaCommandLine
import MarfaTerminal

/// The program.
enum Marfa {
  /// Runs the command line; with no arguments, the application in the terminal.
  ///
  /// The main actor stays on the process's first thread, which the terminal needs: `main` is
  /// synchronous and runs the main run loop (an asynchronous one leaves that thread forever at
  /// its first wait).
  static func main() -> Never {
    Heap.giveBackFreedMemory()
    Heap.forgoStatistics()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let environment = ProfileArgument(arguments).environment(
      ProcessInfo.processInfo.environment)
    Task { @MainActor in
      guard let terminal = CommandLineProgram.terminalArguments(arguments),
        !CommandLineProgram.refusesProfile(arguments, environment: environment)
      else {
        exit(
          await CommandLineProgram.run(
            arguments, environment: environment, executable: executablePath))
      }
      do {
        launch = try await TerminalLaunch.start(
          options(terminal, environment: environment))
      } catch {
        exit(
          CommandLineProgram.tell(error, streams: CommandStreams.process(environment: environment)))
      }
    }
    RunLoop.main.run()
    exit(0)
  }

  private static func options(
    _ arguments: TerminalArguments, environment: [String: String]
  ) -> TerminalLaunch.Options {
    var options = TerminalLaunch.Options(
      environment: environment, executable: executablePath,
      report: { CommandLineProgram.report($0, streams: .process(environment: environment)) })
    options.isASCII = arguments.isASCII
    options.isPlain = arguments.isPlain
    options.color = arguments.color
    options.theme = arguments.theme
    options.action = arguments.action
    return options
  }

  @MainActor private static var launch: TerminalLaunch?

  private static var executablePath: String {
    // Without the link of the proc file system, themes next to the program are not found.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments.first ?? "marfa"
  }
}

import Foundation
import TerminalUI

/// The program.
public enum Marfa {
  /// Runs the command line; with no arguments, the application in the terminal.
  ///
  /// The main actor stays on the process's first thread, which the terminal needs: `main` is
  /// synchronous and runs the main run loop (an asynchronous one leaves that thread for ever at
  /// its first wait).
  public static func main() -> Never {
    Heap.giveBackFreedMemory()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let environment = ProcessInfo.processInfo.environment
    Task { @MainActor in
      guard let terminal = CommandLineProgram.terminalArguments(arguments) else {
        exit(
          await CommandLineProgram.run(
            arguments, environment: environment, executable: executablePath))
      }
      do {
        launch = try await TerminalLaunch.start(
          TerminalLaunch.Options(terminal, environment: environment, executable: executablePath))
      } catch {
        exit(
          CommandLineProgram.tell(error, streams: CommandStreams.process(environment: environment)))
      }
    }
    RunLoop.main.run()
    exit(0)
  }

  @MainActor private static var launch: TerminalLaunch?

  private static var executablePath: String {
    // Without the link of the proc file system, themes beside the program are not found.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments.first ?? "marfa"
  }
}

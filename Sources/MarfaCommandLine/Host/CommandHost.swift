import Foundation
import Glibc
import MarfaSDK
import NoteFiles
import TerminalDriver

/// What the process lends a command: variables, streams, time and ids.
///
/// Tests give their own, so that a command can be run within a test.
package struct CommandHost: Sendable {
  /// The process's variables.
  package var environment: [String: String]
  /// The absolute path from which relative paths are taken.
  package var currentDirectory: String
  /// The absolute path of the running program, next to which themes are found.
  package var executable: String
  /// Standard input, output and error.
  package var streams: CommandStreams
  /// The time that is stamped and shown.
  package var clock: any WallClock
  /// What waits, for others or for a time that a person gave.
  package var waits: any Clock<Duration> = ContinuousClock()
  /// Mints the ids of new items; a generator on the clock when nil.
  package var ids: ItemIdGenerator?
  /// The person's time zone, for dates without one.
  ///
  /// Asked for only where a date is read or shown: its tables cost a millisecond or two.
  package var timeZone: TimeZone { currentTimeZone() }
  private let currentTimeZone: @Sendable () -> TimeZone
  /// Starts a program on the terminal and waits for its end.
  package var launch: @MainActor @Sendable ([String]) async -> EditSession.EditorExit
  /// Reports each SIGINT while somebody listens.
  package var interrupts: @Sendable () -> AsyncStream<Void>
  /// Asks for a word on the terminal that is not shown; nil when the person gives up.
  package var askSecret: @Sendable (String) -> String?
  /// Asks for a line on the terminal; nil when the person gives up.
  package var askLine: @Sendable () -> String?
  /// Whether long results go to the terminal at once, as with `--no-pager`.
  package var refusesPager = false
  /// Starts the program that shows long results page by page; nil when there is none.
  package var pager: @Sendable ([String: String]) -> OutputPager?

  package init(
    environment: [String: String], currentDirectory: String, executable: String = "",
    streams: CommandStreams,
    clock: any WallClock = SystemWallClock(), ids: ItemIdGenerator? = nil,
    timeZone: @autoclosure @escaping @Sendable () -> TimeZone = .current,
    launch: @escaping @MainActor @Sendable ([String]) async -> EditSession.EditorExit,
    interrupts: @escaping @Sendable () -> AsyncStream<Void>,
    askSecret: (@Sendable (String) -> String?)? = nil,
    askLine: @escaping @Sendable () -> String? = { readLine(strippingNewline: true) },
    pager: @escaping @Sendable ([String: String]) -> OutputPager? = { _ in nil }
  ) {
    self.environment = environment
    self.currentDirectory = currentDirectory
    self.executable = executable
    self.streams = streams
    self.clock = clock
    self.ids = ids
    currentTimeZone = timeZone
    self.launch = launch
    self.interrupts = interrupts
    self.askSecret = askSecret ?? { SecretPrompt.ask($0) }
    self.askLine = askLine
    self.pager = pager
  }

  /// The host of the running process.
  package static func process(
    environment: [String: String], executable: String = ""
  ) -> CommandHost {
    CommandHost(
      environment: environment, currentDirectory: FileManager.default.currentDirectoryPath,
      executable: executable, streams: .process(environment: environment),
      launch: { await EditorLaunch.run($0, environment: environment) },
      // A second one already means that the person is impatient.
      interrupts: { SignalStream.make([SIGINT], keeping: 2) }, pager: { OutputPager.start($0) })
  }

  /// A path that a person gave, as an absolute one.
  package func absolute(_ path: String) -> String {
    let expanded =
      path == "~" || path.hasPrefix("~/")
      ? (environment["HOME"] ?? "~") + path.dropFirst() : path
    return expanded.hasPrefix("/") ? expanded : currentDirectory + "/" + expanded
  }
}

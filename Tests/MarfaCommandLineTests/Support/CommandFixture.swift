import Foundation
import MarfaCommandLine
import MarfaSDK
import NoteFiles
import Synchronization
import TestSupport

/// Runs commands within the test: own directories, clock, ids and streams.
final class CommandFixture: Sendable {
  /// What a command came to.
  struct Transcript: Equatable {
    var output: String
    var error: String
    var status: Int32
  }

  let directory: TemporaryDirectory
  let clock = ManualWallClock(Timestamp(milliseconds: 1_790_000_000_000))
  let ids: ItemIdGenerator
  /// The clock of the commands, `clock` unless a test gives another one.
  private let now: any WallClock
  /// What waits in the commands.
  private let waits: any Clock<Duration>
  private let environment: Mutex<[String: String]>

  init(
    seed: UInt64 = 7, now: (any WallClock)? = nil, waits: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.waits = waits
    directory = try TemporaryDirectory()
    self.now = now ?? clock
    ids = ItemIdGenerator(seed: seed, clock: self.now)
    let path = directory.path
    environment = Mutex([
      "MARFA_DATA": path + "/data", "MARFA_CONFIG": path + "/config",
      "MARFA_STATE": path + "/state", "HOME": path, "PATH": "/usr/bin:/bin",
      "TERM": "xterm-256color", "LANG": "C.UTF-8",
    ])
  }

  /// What a command finds in its environment.
  var variables: [String: String] { environment.withLock { $0 } }

  func set(_ name: String, _ value: String?) { environment.withLock { $0[name] = value } }

  var databasePath: String { directory.path + "/data/notes.sqlite" }
  var stateDirectory: String { directory.path + "/state" }

  /// Opens the notes beside the commands.
  func store() async throws -> LocalStore {
    let environment = StoreEnvironment(clock: now, ids: ids)
    return try await LocalClient.open(
      path: databasePath, configuration: ClientConfiguration(environment: environment)
    ).store
  }

  /// Runs a command whose standard input is no terminal.
  func run(
    _ arguments: [String], input: [UInt8] = [], terminal: Bool = false,
    interrupted: Bool = false, interrupts: AsyncStream<Void>? = nil, secret: String? = nil,
    line: String? = nil,
    editor: @escaping @MainActor @Sendable ([String]) async -> EditSession.EditorExit = { _ in
      .failed("no editor in this test")
    }, readInput: (@Sendable () -> [UInt8])? = nil,
    hears: @escaping @Sendable (String) -> Void = { _ in },
    pager: @escaping @Sendable ([String: String]) -> OutputPager? = { _ in nil }
  ) async -> Transcript {
    let written = Mutex<[CommandStreams.Target: [UInt8]]>([:])
    let streams = CommandStreams(
      readInput: readInput ?? { input },
      write: { target, bytes in
        written.withLock { $0[target, default: []] += bytes }
        if target == .error { hears(String(decoding: bytes, as: UTF8.self)) }
        return .written
      }, isInputTerminal: terminal, isOutputTerminal: terminal, isErrorTerminal: line != nil)
    var host = CommandHost(
      environment: variables, currentDirectory: directory.path,
      streams: streams, clock: now, ids: ids, timeZone: .gmt, launch: editor,
      interrupts: {
        interrupts
          ?? AsyncStream { continuation in
            if interrupted { continuation.yield() }
          }
      }, askSecret: { _ in secret }, askLine: { line }, pager: pager)
    host.waits = waits
    let status = await CommandLineProgram.run(arguments, host: host)
    let bytes = written.withLock { $0 }
    return Transcript(
      output: String(decoding: bytes[.output] ?? [], as: UTF8.self),
      error: String(decoding: bytes[.error] ?? [], as: UTF8.self), status: status)
  }

  /// Runs a command line with single spaces between its words.
  func run(_ line: String, input: String = "") async -> Transcript {
    await run(line.split(separator: " ").map(String.init), input: Array(input.utf8))
  }

  /// Creates a note and answers its id.
  func note(_ arguments: String, text: String = "") async -> String {
    await run("new " + arguments, input: text).output.trimmingCharacters(in: .newlines)
  }

  /// The output of a command as JSON.
  func json(_ line: String) async throws -> JSONValue {
    try JSONParser.parse(Array(await run(line).output.utf8))
  }
}

/// Streams without input that keep what is written.
final class WrittenText: Sendable {
  private let written = Mutex("")

  var text: String { written.withLock { $0 } }

  var streams: CommandStreams {
    CommandStreams(
      readInput: { [] },
      write: { [self] _, bytes in
        written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        return .written
      }, isInputTerminal: false, isOutputTerminal: true, isErrorTerminal: true)
  }
}

import Foundation
import MarfaModel

/// Two people in one note: the programs as they start them, in terminals of 80×24, and a server
/// with the settings that it has by itself.
///
/// They are the `marfa` and the `marfa-server` next to this executable; without them the area says
/// so and measures nothing.
enum TogetherArea {
  private static let keys = 100

  static func run(_ report: Report, _ setting: Setting) async throws {
    let isTogether = report.wants("a key in a note of a server, to its last byte")
    let isAtOnce = report.wants(windowless)
    guard isTogether || isAtOnce else { return }
    guard FileManager.default.isExecutableFile(atPath: program("marfa")),
      FileManager.default.isExecutableFile(atPath: program("marfa-server"))
    else {
      print("(skipped: build the products marfa and marfa-server first)")
      return
    }
    if isTogether {
      let table = try Table(setting.path("together"))
      defer { table.server.end() }
      let alone = try Person("alone", setting.path("together"))
      try alone.run(["new", "--title", "Together", "the hide"])
      let (own, other, peer) = (try table.ana.open(), try table.bo.open(), try alone.open())
      // Somebody else is in the note, so that each key is stored and sent at once.
      ownKeys(report, own, peer, other)
      othersKeys(
        report, "a key of one, on the other's screen", own, other, .median(seconds: 0.08))
    }
    if isAtOnce {
      let table = try Table(setting.path("together-at-once"), window: 0)
      defer { table.server.end() }
      othersKeys(
        report, windowless, try table.ana.open(), try table.bo.open(), .median(seconds: 0.005))
    }
  }

  private static let windowless = "a key of one, on the other's screen, windows of 0 ms"

  /// A server, and two people who are signed in there.
  private struct Table {
    let server: ChildServer
    let ana: Person
    let bo: Person

    /// Starts the server and makes a note.
    ///
    /// - Parameters:
    ///   - folder: Where all of it is.
    ///   - window: How long keys are gathered, by people and by the server, in milliseconds; nil as
    ///     they do by themselves.
    /// - Throws: When a program cannot be started, or fails.
    init(_ folder: String, window: Int? = nil) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      server = try TogetherArea.start(folder, window: window)
      let key = try TogetherArea.key(of: server, in: folder)
      (ana, bo) = (try Person("ana", folder), try Person("bo", folder))
      for person in [ana, bo] {
        try person.run([
          "login", "--server", "http://127.0.0.1:\(server.port)", "--token-file", key,
        ])
        try person.run(["config", "set", "presence_name", person.name])
        if let window { try person.run(["config", "set", "sync.typing_ms", "\(window)"]) }
      }
      try ana.run(["new", "--title", "Together", "the hide"])
      for person in [ana, bo] { try person.run(["sync", "--wait"]) }
    }
  }

  /// A key in a note of a server, and the same in a note of this machine alone, in turns.
  ///
  /// Each comes after the same rest of all programs, and either is the first as often as the other:
  /// a key that comes soon after work finds the caches of the processor filled, and is twice as
  /// fast.
  private static func ownKeys(
    _ report: Report, _ ours: TerminalProgram, _ peer: TerminalProgram, _ other: TerminalProgram
  ) {
    var (times, peerTimes): ([Double], [Double]) = ([], [])
    var (starts, peerStarts): ([Double], [Double]) = ([], [])
    for number in 0..<keys {
      for isOurs in number.isMultiple(of: 2) ? [true, false] : [false, true] {
        for (program, rest) in [(other, 300.0), (ours, 20), (peer, 20)] {
          program.drain(milliseconds: rest)
        }
        let program = isOurs ? ours : peer
        program.type(number % 6 == 5 ? " " : "x")
        let output = program.output(silence: 15, first: 1000)
        program.drain(milliseconds: 60)
        if isOurs {
          times.append(output.end)
          starts.append(output.start)
        } else {
          peerTimes.append(output.end)
          peerStarts.append(output.start)
        }
      }
    }
    report.show(
      "a key in a note of a server, to its first byte", Samples(starts),
      ("in a note without one", Samples(peerStarts)), absence: "", .ratio(1.2))
    // What the status line says of storing and sending is in it.
    report.show(
      "a key in a note of a server, to its last byte", Samples(times),
      ("in a note without one", Samples(peerTimes)), absence: "", .ratio(1.2))
  }

  /// A key of one person until something of it is on the other's screen.
  private static func othersKeys(
    _ report: Report, _ name: String, _ ours: TerminalProgram, _ other: TerminalProgram,
    _ bound: Bound
  ) {
    var times: [Double] = []
    for number in 0..<keys {
      _ = ours.output(silence: 100)
      _ = other.output(silence: 100)
      // Nothing: the other's time begins with the key.
      other.type("")
      ours.type(number % 6 == 5 ? " " : "y")
      let output = other.output(silence: 15, first: 2000)
      if output.bytes > 0 { times.append(output.start) }
    }
    report.show(name, Samples(times), nil, bound)
  }

  // MARK: - People

  /// Somebody with a notebook of their own.
  private struct Person {
    let name: String
    private let environment: [String: String]

    init(_ name: String, _ folder: String) throws {
      self.name = name
      let own = folder + "/" + name
      environment = [
        "PATH": "/usr/bin:/bin", "HOME": own, "TERM": "xterm-256color", "LANG": "C.UTF-8",
        "MARFA_DATA": own + "/data", "MARFA_CONFIG": own + "/config", "MARFA_STATE": own + "/state",
      ]
    }

    /// Runs a command to its end.
    func run(_ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(filePath: TogetherArea.program("marfa"))
      process.arguments = arguments
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw TerminalProgram.Failure(what: "marfa \(arguments.joined(separator: " ")) failed")
      }
    }

    /// Starts the program, and types at the end of the one note.
    func open() throws -> TerminalProgram {
      let program = try TerminalProgram(
        [TogetherArea.program("marfa")], environment: environment)
      _ = program.output(silence: 1000, first: 5000, atMost: 20)
      for key in ["e", "G", "A"] {
        program.type(key)
        _ = program.output(silence: 500, first: 2000)
      }
      return program
    }
  }

  // MARK: - The server

  /// A program next to this executable.
  private static func program(_ name: String) -> String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name).path
  }

  private static func start(_ folder: String, window: Int?) throws -> ChildServer {
    let port = try LoopbackClient.freePort()
    var environment = ["MARFA_SERVER_LOG_LEVEL": "warning", "MARFA_SERVER_BOOTSTRAP": "open"]
    environment["MARFA_SERVER_DOCUMENT_PUBLISH_WINDOW"] = window.map { "\($0)" }
    let server = try ChildServer(
      program("marfa-server"), ["--data", folder + "/server", "--port", "\(port)"],
      environment: environment, port: port, log: folder + "/server.log")
    try server.waitUntilAnswering("/health")
    return server
  }

  /// Makes a key, and gives the file that it is in.
  private static func key(of server: ChildServer, in folder: String) throws -> String {
    let answer = try LoopbackClient.request(
      port: server.port, "POST /keys", headers: ["Content-Type: application/json"],
      body: #"{"label":"bench","source":"Bench","role":"admin"}"#)
    guard let key = try JSONParser.parse(Array(answer.body.utf8)).objectValue?["key"]?.stringValue
    else { throw LoopbackClient.Failure(what: answer.body) }
    let file = folder + "/key"
    try key.write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return file
  }
}

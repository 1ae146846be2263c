import Foundation

/// The program as a person starts it, in a terminal of 80×24, with all notes in its store.
///
/// It is the `marfa` next to this executable; without it the area says so and measures
/// nothing. For comparison `less` shows a text of as many lines.
enum ProgramArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    guard report.wants("the program in a terminal") else { return }
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "marfa").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      print("(skipped: build the product marfa first)")
      return
    }
    _ = try await setting.stores()
    let lines = setting.path("lines.txt")
    try (0..<setting.corpus.count).map { setting.corpus.note($0).title }
      .joined(separator: "\n").write(toFile: lines, atomically: true, encoding: .utf8)
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": setting.path("home"), "TERM": "xterm-256color",
      "LANG": "C.UTF-8", "MARFA_DATA": setting.filledPath("filled"),
      "MARFA_CONFIG": setting.path("config"), "MARFA_STATE": setting.path("state"),
    ]
    func start(_ arguments: [String]) throws -> TerminalProgram {
      try TerminalProgram(arguments, environment: environment)
    }
    let less = ["/usr/bin/less", lines]
    let hasLess = FileManager.default.isExecutableFile(atPath: less[0])
    let starts = try (0..<20).map { _ in
      (
        ours: try start([program]).output(silence: 150, first: 3000).end,
        peer: hasLess ? try start(less).output(silence: 150, first: 3000).end : .nan
      )
    }.dropFirst()
    report.show(
      "start of the program to its last byte", Samples(starts.map(\.ours)),
      hasLess ? ("less, as many lines", Samples(starts.map(\.peer))) : nil,
      absence: "no less here", .median(seconds: 0.05))
    // At the end of the list a key changes nothing.
    let count = min(200, setting.corpus.count - 1)
    try keys(report, count, start([program]), hasLess ? start(less) : nil)
    memory(report, try start([program]))
    try status(report, program, environment)
  }

  /// What a prompt or a status line asks for.
  private static func status(
    _ report: Report, _ program: String, _ environment: [String: String]
  ) throws {
    let times = try (0..<21).map { _ in
      let process = Process()
      process.executableURL = URL(filePath: program)
      (process.arguments, process.environment) = (["status", "--json"], environment)
      process.standardOutput = FileHandle.nullDevice
      let time = try ContinuousClock().measure {
        try process.run()
        process.waitUntilExit()
      }
      guard process.terminationStatus == 0 else {
        throw TerminalProgram.Failure(what: "status --json ended with an error")
      }
      return time / .seconds(1)
    }
    report.show(
      "marfa status --json, start to end", Samples(Array(times.dropFirst())), nil,
      .median(seconds: 0.02))
  }

  private static func keys(
    _ report: Report, _ count: Int, _ ours: TerminalProgram, _ peer: TerminalProgram?
  ) throws {
    var (times, bytes): ([Double], [Double]) = ([], [])
    var (peerTimes, peerBytes): ([Double], [Double]) = ([], [])
    for program in [ours, peer] { _ = program?.output(silence: 300, first: 3000) }
    for number in 0..<count {
      ours.type("j")
      let output = ours.output(silence: 25, first: 1000)
      guard output.bytes > 0 else {
        throw TerminalProgram.Failure(what: "key j no. \(number + 1) of \(count) painted nothing")
      }
      times.append(output.end)
      bytes.append(Double(output.bytes))
      guard let peer else { continue }
      peer.type("j")
      let other = peer.output(silence: 25, first: 1000)
      peerTimes.append(other.end)
      peerBytes.append(Double(other.bytes))
    }
    report.show(
      "key j to its last byte", Samples(times), peer.map { _ in ("less", Samples(peerTimes)) },
      absence: "no less here", .p95(seconds: 0.005))
    report.show(
      "bytes for a key j, median", bytes: Samples(bytes).median,
      peer.map { _ in ("less", Samples(peerBytes).median) })
  }

  private static func memory(_ report: Report, _ program: TerminalProgram) {
    /// The budget with 100,000 notes.
    let most = 80e6
    _ = program.output(silence: 300, first: 3000)
    for key in ["j", "\u{1B}[6~", "\u{1B}[5~"] {
      for _ in 0..<100 {
        program.type(key)
        _ = program.output(silence: 5)
      }
    }
    report.show("resident, browsed", bytes: program.residentBytes, nil, most: most)
    for query in ["/com\r", "/be\r"] {
      program.type(query)
      _ = program.output(silence: 500)
      program.type("\u{1B}")
      _ = program.output(silence: 300)
    }
    report.show("resident, searched", bytes: program.residentBytes, nil, most: most)
    var open = 0.0
    for _ in 0..<4 {
      program.type(" f")
      _ = program.output(silence: 700)
      open = max(open, program.residentBytes)
      program.type("\u{1B}")
      _ = program.output(silence: 300)
    }
    report.show("resident, go to anything open, the most of 4", bytes: open, nil, most: most)
    report.show("resident, closed again", bytes: program.residentBytes, nil, most: most)
    // The pauses in which it tidies are over by then.
    _ = program.output(silence: 3000, atMost: 30)
    let before = program.processorSeconds
    program.type("")
    let idle = program.output(silence: 3000)
    report.show("written in 3 idle seconds", bytes: Double(idle.bytes), nil, most: 0)
    report.show(
      "processor time in 3 idle seconds", Samples([program.processorSeconds - before]), nil,
      .median(seconds: 0.01))
  }
}

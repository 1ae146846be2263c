import ArgumentParser
import Glibc
import NoteFiles
import TerminalDriver

/// Shows everything move: a server, a sample notebook and a second device.
struct DemoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Try everything in a notebook that is thrown away.",
    discussion: """
      Starts a server on this machine, opens the application on a sample notebook, and plays a second \
      device that edits, tags, attaches files, goes offline, comes back and, while yours is offline \
      for a moment, changes the same line: a conflict that you decide with c. A file goes from here \
      to the server slowly, so that its bar is seen. Q leaves. Your own notes and settings \
      are not touched; everything is in a temporary folder that is removed at the end.

      It needs the program marfa-server next to marfa. With --print it plays one round without the \
      application and prints what happens.
      """)

  @Flag(name: .customLong("print"), help: "Open nothing; print one round of what happens.")
  var isPrinting = false

  func run(in session: CommandSession) async throws {
    let host = session.host
    guard isPrinting || (host.streams.isInputTerminal && host.streams.isOutputTerminal) else {
      throw CommandFailure(
        .usage, "The demo needs a terminal; `marfa demo --print` only prints what happens.")
    }
    // From before anything is made.
    let signals = SignalStream.make([SIGINT, SIGTERM, SIGHUP], keeping: 1)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { [isPrinting] in
        try await Self.play(in: session, isPrinting: isPrinting)
        return true
      }
      group.addTask {
        for await _ in signals { throw CancellationError() }
        return false
      }
      defer { group.cancelAll() }
      while let isDone = try await group.next(), !isDone {}
    }
  }

  private static func play(in session: CommandSession, isPrinting: Bool) async throws {
    // Before anything is said to be prepared.
    _ = try DemoServer.path(besideExecutable: session.host.executable)
    session.output.note("Preparing a server, a notebook and a second device…")
    let demo = try await Demo.prepare(
      executable: session.host.executable, environment: session.host.environment)
    do {
      if isPrinting {
        try await demo.printRound {
          session.output.line($0)
          session.output.flush()
        }
      } else {
        try await demo.play(pace: .seconds(4))
      }
    } catch {
      await demo.end()
      throw error
    }
    await demo.end()
    session.output.note("The demo's server and notes are removed; yours are as they were.")
  }
}

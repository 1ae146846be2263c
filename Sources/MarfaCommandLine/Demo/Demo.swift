import Foundation
import Glibc
import NoteFiles
import TerminalDriver

/// A server and two devices that share a sample notebook, in a folder that is removed at the end.
struct Demo: Sendable {
  private let folder: DemoFolder
  private let server: DemoServer
  private let desk: DemoProgram
  private let script: DemoScript

  /// Makes everything that a demo needs.
  ///
  /// - Parameters:
  ///   - executable: The absolute path of this program.
  ///   - environment: The variables of this process.
  /// - Returns: The demo, which must be ended.
  /// - Throws: `CommandFailure`; nothing is left then.
  static func prepare(executable: String, environment: [String: String]) async throws -> Demo {
    let program = try DemoServer.path(besideExecutable: executable)
    let folder = try DemoFolder()
    let server = try await DemoServer.start(program, in: folder, environment: environment)
    do {
      let keys = DemoProgram(
        path: program, environment: folder.environment(of: "server", from: environment),
        folder: folder)
      func device(_ name: String) async throws -> DemoProgram {
        let key = try await keys.succeed(
          ["keys", "create", "--data", folder.path + "/server", "--label", name])
        try folder.write(Array((key + "\n").utf8), to: name + ".key")
        return DemoProgram(
          path: executable, environment: folder.environment(of: name, from: environment),
          folder: folder)
      }
      let (desk, laptop) = (try await device("desk"), try await device("laptop"))
      for (name, bytes) in DemoSamples.files { try folder.write(bytes, to: "sample/" + name) }
      try await desk.succeed(["import", "md", folder.path + "/sample", "--no-notebook", "--quiet"])
      try await desk.logIn(as: "desk", to: server.url)
      try await laptop.logIn(as: "laptop", to: server.url)
      try await laptop.succeed(["config", "set", "server.conflicts", "copy"])
      return Demo(
        folder: folder, server: server, desk: desk,
        script: DemoScript(laptop: laptop, desk: desk, folder: folder))
    } catch {
      await server.stop()
      folder.remove()
      throw error
    }
  }

  /// Ends the server and removes everything.
  func end() async {
    await server.stop()
    folder.remove()
  }

  /// Plays one round without an interface.
  ///
  /// - Parameter say: Takes what the second device did.
  /// - Throws: `CommandFailure` for a step that did not succeed, or `CancellationError`.
  func printRound(_ say: @Sendable (String) -> Void) async throws {
    for number in 0..<DemoScript.count {
      try Task.checkCancellation()
      guard let words = try await script.perform(number) else {
        let words = script.laptop.lastFailure.map { ", at \($0)" } ?? "."
        throw CommandFailure(.failure, "Step \(number + 1) of the demo failed\(words)")
      }
      say("The laptop " + words + ".")
      // No interface exchanges the notes here. A conflict fails the exchange, and is wanted.
      if !DemoScript.isDeskOffline(after: number) { _ = try await desk.exchange() }
    }
    guard try await desk.succeed(["conflicts", "list"]).contains("Rye bread") else {
      throw CommandFailure(.failure, "The two devices of the demo did not come into conflict.")
    }
  }

  /// Opens the interface, and plays until it is left.
  ///
  /// - Parameter pace: The pause between two steps.
  /// - Throws: `CommandFailure` when the interface cannot be started, or `CancellationError`.
  func play(pace: Duration) async throws {
    // Files are sent slowly, so that their bars can be seen.
    try await desk.succeed(["config", "set", "sync.upload_limit_kb", "600"])
    // In the demo q quits, as it does in other programs.
    try folder.write(
      "list: {q: app.quit}\nsources: {q: app.quit}\n".utf8, to: "desk/config/keys.yaml")
    let terminal = SavedTerminal()
    let tether = try DemoTether()
    let interface = try TerminalProgram(
      path: desk.path, arguments: [], environment: desk.environment)
    tether.tie(interface)
    let playing = Task { [script] in
      var number = 0
      while !Task.isCancelled {
        try await Task.sleep(for: pace)
        _ = try await script.perform(number)
        number += 1
      }
    }
    let end = await withTaskCancellationHandler {
      await interface.end()
    } onCancel: {
      interface.send(SIGTERM)
    }
    playing.cancel()
    // A step that has begun ends first: it uses the folder that is removed next.
    _ = await playing.result
    tether.cut()
    terminal?.restore(clearsModes: end != .code(0))
    try Task.checkCancellation()
    guard end == .code(0) else {
      throw CommandFailure(.failure, "The interface ended with an error.")
    }
  }
}

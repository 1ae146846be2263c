import Foundation

/// A server in a process of its own, so that its memory and its processor time are its own.
final class ChildServer {
  let port: Int
  private let process: Process

  /// Starts a program that listens on loopback.
  ///
  /// - Parameters:
  ///   - program: The executable's path.
  ///   - arguments: Its arguments.
  ///   - environment: What is added to this process's environment.
  ///   - port: The port to listen on.
  ///   - log: The file that its output goes to.
  /// - Throws: When it cannot be started.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], port: Int,
    log: String
  ) throws {
    self.port = port
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let output = try FileHandle(forWritingTo: URL(filePath: log))
    process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit {
    end()
  }

  /// Waits until it answers; at most ten seconds.
  func waitUntilAnswering(_ path: String) throws {
    for _ in 0..<20_000 {
      guard process.isRunning else { break }
      if let answer = try? LoopbackClient.request(port: port, "GET \(path)"),
        answer.head.hasPrefix("HTTP/1.1 200")
      {
        return
      }
      usleep(500)
    }
    throw LoopbackClient.Failure(what: "\(process.executableURL?.path ?? "") does not answer")
  }

  /// Ends it with SIGTERM, and by force after ten seconds.
  func end() {
    guard process.isRunning else { return }
    process.terminate()
    for _ in 0..<10_000 where process.isRunning { usleep(1_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Ends it as a power loss would.
  func killNow() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  // MARK: - What it and its workers use

  /// Processor time that they have used, in seconds.
  var processorSeconds: Double { sum(\.processorSeconds) }

  /// Memory that is resident now, in bytes.
  var residentBytes: Double { sum(\.residentBytes) }

  /// The most memory that was ever resident, in bytes.
  var mostResidentBytes: Double { sum(\.mostResidentBytes) }

  /// Memory of its own that is resident now, in bytes: not that of program files.
  var ownBytes: Double { sum(\.ownBytes) }

  private func sum(_ figure: (ProcessFigures) -> Double) -> Double {
    let first = ProcessFigures(process.processIdentifier)
    return figure(first) + first.children.reduce(0) { $0 + figure(ProcessFigures($1)) }
  }
}

import MarfaSDK
import NoteFiles
import Synchronization

/// Says on standard error how far a command is with a file, for people or for programs.
final class FileProgress: Sendable {
  /// What happens to a file.
  enum Phase: String, Sendable {
    case hashing, fetching, done, failed

    /// The word that begins a line for people.
    fileprivate var verb: String { self == .hashing ? "Hashing" : "Fetching" }
  }

  /// Milliseconds between two objects about the same thing.
  private static let interval: Int64 = 200

  private let session: CommandSession
  private let form: ProgressForm
  private let line: ProgressLine
  private let last = Mutex<(time: Int64, name: String, phase: Phase)?>(nil)

  init(_ session: CommandSession, _ options: ProgressOptions) {
    (self.session, form) = (session, options.form)
    line = ProgressLine(session, isQuiet: options.form != .auto)
  }

  /// Runs work that SIGINT may end, and takes a painted line away at its end.
  ///
  /// - Parameter work: The work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` after a SIGINT.
  func during<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await line.during(work)
  }

  /// Reports how far a file is; of objects the first, the last and five a second.
  func show(_ phase: Phase, _ name: String, _ bytes: Int64, of total: Int64) {
    switch form {
    case .none: break
    case .auto: line.show("\(phase.verb) \(name): \(ByteWords.part(bytes, of: total)).")
    case .json: if isDue(phase, name, isLast: bytes == total) { write(phase, name, bytes, total) }
    }
  }

  /// Reports that a file is done; only programs need it.
  func finish(_ name: String, size: Int64) {
    if form == .json { write(.done, name, size, size) }
  }

  /// Reports that a file failed; only programs need it.
  func fail(_ name: String, because message: String) {
    if form == .json { write(.failed, name, nil, nil, message) }
  }

  private func isDue(_ phase: Phase, _ name: String, isLast: Bool) -> Bool {
    let now = session.host.clock.now.milliseconds
    return last.withLock { last in
      if let before = last, !isLast, before.name == name, before.phase == phase,
        now - before.time < Self.interval
      {
        return false
      }
      last = (now, name, phase)
      return true
    }
  }

  private func write(
    _ phase: Phase, _ name: String, _ bytes: Int64?, _ total: Int64?, _ message: String? = nil
  ) {
    let percent = bytes.map { ByteWords.percent($0, of: total ?? 0) }
    let record = Record([
      ("name", .string(name)), ("phase", .string(phase.rawValue)),
      ("bytes", bytes.map { .integer($0) } ?? .null),
      ("total", total.map { .integer($0) } ?? .null),
      ("percent", percent.map { .integer(Int64($0)) } ?? .null),
      ("message", message.map { .string($0) } ?? .null),
    ])
    session.output.note(record.json)
  }
}

import Foundation
import MarfaSDK
import NoteEditing
import NoteFiles

/// Shows how far the files are that go to the server: what the store's query says, in its order,
/// with their pace.
///
/// It reads the query ten times a second at most, and asks for a frame each second only while
/// something moves.
@MainActor package final class UploadMonitor {
  /// The files: those that are being read, those that wait or go, and those that arrived since last
  /// nothing was left.
  package private(set) var rows: [UploadRow] = []
  /// All of them together; nil while nothing goes on by itself.
  package private(set) var total: UploadTotal?
  /// For how long there has been something; nil while nothing is.
  package private(set) var age: Duration?

  private static let interval = Duration.milliseconds(100)
  /// What is done in less has no bar.
  private static let barAge = Duration.seconds(2)

  private let host: any FrameHost
  private var query: BlobUploadProgressQuery?
  private var paces: [String: UploadPace] = [:]
  private var reading: [UploadRow] = []
  private var lastReading = 0
  /// What arrived in an earlier stretch.
  private var forgotten: Set<String> = []
  private var begun: Duration?
  private var readAt: Duration?
  private var wake: (any ScheduledAction)?

  /// Shows nothing yet.
  package init(host: any FrameHost) { self.host = host }

  /// Whether the bar of all files is shown.
  package var hasBar: Bool { total != nil && (age ?? .zero) >= Self.barAge }

  /// The row of a blob; nil when it is neither on its way nor waiting.
  package func row(of hash: String) -> UploadRow? {
    rows.first { $0.id == hash && !$0.phase.isOver }
  }

  /// What the file is called whose upload failed; nil for another event, and where it is not known.
  func name(of event: SyncEvent) -> String? {
    guard case .blobUploadFailed(let hash, _) = event else { return nil }
    return query?.uploads[hash]?.name
  }

  /// Shows another query's uploads from now on.
  package func follow(_ query: BlobUploadProgressQuery) {
    self.query?.stop()
    self.query = query
    readAt = nil
  }

  // MARK: - Files that are being read

  /// A file begins to be read for its hash.
  ///
  /// - Returns: What `read` and `endReading` want to know it by.
  package func beginReading(_ name: String) -> String {
    lastReading += 1
    let id = "reading \(lastReading)"
    reading.append(UploadRow(id: id, name: name, phase: .hashing, total: 0))
    changed()
    return id
  }

  /// How many bytes of a file were read.
  package func read(_ id: String, _ bytes: Int64, of total: Int64) {
    guard let index = reading.firstIndex(where: { $0.id == id }) else { return }
    (reading[index].acknowledged, reading[index].sent) = (bytes, bytes)
    reading[index].total = total
    changed()
  }

  /// A file has been read, or could not be.
  package func endReading(_ id: String) {
    reading.removeAll { $0.id == id }
    changed()
  }

  private func changed() {
    readAt = nil
    host.requestFrame()
  }

  // MARK: - Frames

  /// Follows the uploads and the time, once for each frame.
  ///
  /// - Parameters:
  ///   - time: The time since a fixed instant.
  ///   - now: The same moment by the clock.
  ///   - reducesMotion: Whether figures change only when something happened.
  package func update(at time: Duration, now: Date, reducesMotion: Bool) {
    wake?.cancel()
    wake = nil
    if let readAt, !rows.isEmpty, time < readAt + Self.interval {
      return frame(after: readAt + Self.interval - time)
    }
    readAt = time
    take(query?.uploads ?? [:], query?.arrived ?? [], at: time, now)
    let isMoving = rows.contains { $0.isMoving || $0.secondsToNextAttempt ?? 0 > 0 }
    if total != nil, let age, age < Self.barAge {
      frame(after: Self.barAge - age)
    } else if isMoving, !reducesMotion {
      frame(after: .seconds(1))
    }
  }

  private func frame(after delay: Duration) {
    wake = host.schedule(after: delay) { [host] in host.requestFrame() }
  }

  private func take(
    _ uploads: [String: BlobUploadProgress], _ arrived: [BlobUploadProgress], at time: Duration,
    _ now: Date
  ) {
    // What is only being read does not wait yet: with the first that does a stretch begins.
    let wasEmpty = rows.allSatisfy { $0.phase.isOver || $0.phase == .hashing }
    // Files that this process reads are in `reading`, with the ids by which they can be given up.
    let present = uploads.values.filter { $0.phase != .hashing }
      .sorted { ($0.place, $0.hash) < ($1.place, $1.hash) }
    if wasEmpty, !present.isEmpty { forgotten = Set(rows.map(\.id)) }
    forgotten.subtract(uploads.keys)
    paces = paces.filter { uploads[$0.key] != nil }
    rows = reading + present.map { row(of: $0, at: time, now) }
    rows += arrived.filter { !forgotten.contains($0.hash) && uploads[$0.hash] == nil }
      .map(UploadRow.init)
    total = UploadTotal(rows)
    if total == nil { begun = nil } else { begun = begun ?? time }
    age = begun.map { time - $0 }
  }

  private func row(of progress: BlobUploadProgress, at time: Duration, _ now: Date) -> UploadRow {
    var row = UploadRow(progress)
    row.secondsToNextAttempt = progress.nextAttemptAt.map {
      Int($0.timeIntervalSince(now).rounded(.up))
    }
    guard row.isMoving else {
      paces[row.id] = nil
      return row
    }
    var pace = paces[row.id] ?? UploadPace()
    pace.take(row.sent, at: time)
    paces[row.id] = pace
    row.rate = pace.rate(at: time)
    row.stalledSeconds = pace.stall(at: time).map { Int($0 / .seconds(1)) }
    return row
  }
}

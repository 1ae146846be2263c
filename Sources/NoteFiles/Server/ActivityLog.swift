import Foundation
import Glibc
import MarfaSDK
import Settings

/// What the syncing of some notes came to, one JSON object on each line, kept across restarts.
///
/// Ids, kinds and the server's words are in it; no text of a note and no key.
package struct ActivityLog: Sendable {
  /// The file.
  package let path: String

  /// Bytes from which the file is put aside and begun again; the one before is kept, no other.
  private static let maximumSize: Int64 = 1 << 20

  /// Names the log of a profile; touches no file.
  package init(directories: ApplicationDirectories) { path = directories.state + "/sync.jsonl" }

  /// Adds what an engine reported.
  ///
  /// A log that cannot be written loses the line: syncing goes on without it.
  ///
  /// - Parameters:
  ///   - event: What happened; the progress of an upload is not kept.
  ///   - circumstances: Who made the change, and more of it.
  ///   - time: When.
  package func append(
    _ event: SyncEvent, _ circumstances: ChangeCircumstances = ChangeCircumstances(),
    at time: Timestamp
  ) {
    if let record = ActivityRecord(event, circumstances, time) { append(record) }
  }

  /// Adds a conflict that waits for a person, unless another program has added it.
  ///
  /// - Parameter conflict: Both sides.
  package func append(_ conflict: ConflictSides) {
    let record = ActivityRecord(conflict)
    append(record) { !contains(record) }
  }

  /// Whether a line says the same of the same item at the same time.
  private func contains(_ record: ActivityRecord) -> Bool {
    guard let id = record.record["id"]?.stringValue else { return false }
    return lines(from: 0).lines.contains { line in
      guard line.contains(id), let other = ActivityRecord(line: line) else { return false }
      return ["time", "event", "id"].allSatisfy { other.record[$0] == record.record[$0] }
    }
  }

  /// Adds that this machine's clock is wrong.
  ///
  /// - Parameters:
  ///   - skew: How far it is from the server's.
  ///   - time: What it says.
  package func append(_ skew: ClockSkew, at time: Timestamp) {
    append(ActivityRecord(skew, time))
  }

  private func append(_ record: ActivityRecord, if isWanted: (() -> Bool)? = nil) {
    rotate()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if let isWanted {
      // Two programs that find the same must not both add it; closing the file ends the lock.
      flock(descriptor, LOCK_EX)
      guard isWanted() else { return }
    }
    let line = Array((record.record.json + "\n").utf8)
    // One write, so that lines of two programs do not mix.
    _ = write(descriptor, line, line.count)
  }

  /// Reads lines from a place on.
  ///
  /// - Parameter offset: Bytes to skip; a shorter file was begun again and is read from its start.
  /// - Returns: The whole lines, and where the next ones begin.
  package func lines(from offset: Int) -> (lines: [String], end: Int) {
    // Nothing was synced yet where there is no log.
    guard let data = FileManager.default.contents(atPath: path) else { return ([], 0) }
    let start = offset <= data.count ? offset : 0
    let whole = data[start...].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
    let lines = String(decoding: data[start..<whole], as: UTF8.self).split(separator: "\n")
    return (lines.map(String.init), whole)
  }

  private func rotate() {
    var status = stat()
    if stat(path, &status) == 0, status.st_size > Self.maximumSize { rename(path, path + ".1") }
  }
}

/// Says in the log that this machine's clock is wrong: once, and again when it is wrong otherwise.
package actor ClockWatch {
  private let store: LocalStore
  private let log: ActivityLog
  private var said: ClockSkew?

  /// Looks at nothing yet.
  package init(store: LocalStore, log: ActivityLog) { (self.store, self.log) = (store, log) }

  /// Looks at what the server's last answer showed.
  package func look() async {
    // What is wrong with the database is said by what needs it.
    guard let skew = try? await store.clockSkew() else {
      said = nil
      return
    }
    let change = said.map { ClockSkew(milliseconds: skew.milliseconds - $0.milliseconds) }
    guard change?.isNotable != false else { return }
    said = skew
    log.append(skew, at: store.environment.clock.now)
  }
}

extension ClockSkew {
  /// How far this machine's clock is from the server's, in words.
  package var words: String {
    let minutes = Double(milliseconds.magnitude) / 60_000
    let units = [("days", 1_440.0), ("hours", 60.0)]
    let (unit, length) = units.first { minutes >= 2 * $0.1 } ?? ("minutes", 1)
    let side = milliseconds > 0 ? "ahead of" : "behind"
    return "\(Int((minutes / length).rounded())) \(unit) \(side) the server's"
  }
}

/// One line of the log.
package struct ActivityRecord: Hashable, Sendable {
  /// The fields in order: time, event, id, message, device.
  package var record: Record

  /// The names of the fields.
  package static let fields = ["time", "event", "id", "message", "device"]

  /// The blob that the line is about; nil for another line.
  package var blob: String? {
    guard let id = record["id"]?.stringValue, ItemRules.isBlobReference(id) else { return nil }
    return id
  }

  init(_ conflict: ConflictSides) {
    self.init(
      "conflict_waits", conflict.item.id, conflict.summary, conflict.theirDevice,
      conflict.conflict.parkedAt)
  }

  init(_ skew: ClockSkew, _ time: Timestamp) {
    self.init("clock_wrong", nil, skew.words, nil, time)
  }

  init?(_ event: SyncEvent, _ circumstances: ChangeCircumstances, _ time: Timestamp) {
    let entry: (name: String, id: String?, message: String?)
    switch event {
    case .synced: entry = ("synced", nil, nil)
    case .failed(let error): entry = ("failed", nil, Self.words(error))
    case .conflictAutoMerged(let payload):
      let isCopied = payload.conflictedCopyId != nil
      entry = (isCopied ? "conflict_copied" : "conflict_merged", payload.itemId, nil)
    case .itemCreated(let item): entry = ("item_created", item, nil)
    case .itemUpdated(let item):
      entry = (circumstances.isTrashing ? "item_trashed" : "item_updated", item, nil)
    case .itemDeleted(let item): entry = ("item_deleted", item, nil)
    case .edgeCreated(let edge): entry = ("edge_created", edge, nil)
    case .edgeDeleted(let edge): entry = ("edge_deleted", edge, nil)
    case .mutationDropped(let kind, let item, _, let error):
      entry = ("refused", item, "\(kind.rawValue): \(Self.words(error))")
    case .blobUploadStarted(let hash, _): entry = ("upload_started", hash, nil)
    case .blobUploadProgress: return nil
    case .blobUploadCompleted(let hash): entry = ("upload_completed", hash, nil)
    case .blobUploadFailed(let hash, let error):
      entry = ("upload_failed", hash, Self.words(error))
    }
    self.init(entry.name, entry.id, entry.message, circumstances.device, time)
  }

  private init(
    _ event: String, _ id: String?, _ message: String?, _ device: String?, _ time: Timestamp
  ) {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    record = Record([
      ("time", .string(time.iso8601)), ("event", .string(event)), ("id", text(id)),
      ("message", text(message)), ("device", text(device)),
    ])
  }

  /// Reads a line; nil for one that is none.
  package init?(line: String) {
    // A line that was cut off by a full disk is passed over.
    guard let json = try? JSONParser.parse(Array(line.utf8)).objectValue else { return nil }
    record = Record(Self.fields.map { ($0, json[$0] ?? .null) })
  }

  private static func words(_ error: any Error) -> String { ErrorText.sentence(for: error) }
}

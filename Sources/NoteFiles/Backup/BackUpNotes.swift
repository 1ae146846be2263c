import Foundation
import Glibc
import MarfaSDK
import Settings

/// Copies the notes' database, consistent while others write, and the attached files.
///
/// The files go into a folder `blobs` next to the copy, which all copies there share: what is on
/// the same disk takes no room. A folder with a copy called `notes.sqlite` is a data directory.
package struct BackUpNotes: Sendable {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The absolute path of the copy.
    package var path: String
    /// How many copies in the same folder are kept; nil for all.
    package var keptCount: Int?

    package init(path: String, keptCount: Int? = nil) {
      self.path = path
      self.keptCount = keptCount
    }
  }

  /// What a run did.
  package struct Outcome: Hashable, Sendable {
    /// The copy.
    package var path: String
    /// Its size in bytes.
    package var byteCount: Int
    /// Older copies that were removed, the oldest first.
    package var removed: [String]
    /// Attached files that could not be copied.
    package var missing: [BlobFileError] = []
  }

  private let store: LocalStore
  private let freeSpace: @Sendable (String) -> Int?

  /// Copies a store into a folder with room for it.
  ///
  /// - Parameters:
  ///   - store: What is copied.
  ///   - freeSpace: The bytes that may still be written into a folder; nil when nobody knows.
  package init(
    store: LocalStore, freeSpace: @escaping @Sendable (String) -> Int? = FreeSpace.bytes
  ) {
    self.store = store
    self.freeSpace = freeSpace
  }

  /// Copies that are counted apart, so that making some removes none of the others.
  package enum Series: String, Sendable {
    /// Those that a person asked for.
    case notes
    /// Those that the application makes by itself.
    case daily
  }

  /// The name of a copy made at a time, such as `notes-20261121-140209.sqlite`.
  package static func name(at time: Timestamp, series: Series = .notes) -> String {
    let text = time.iso8601
    let digits = text.prefix(19).filter { $0.isNumber || $0 == "T" }
    return "\(series.rawValue)-" + digits.replacing("T", with: "-") + ".sqlite"
  }

  /// The path of a copy in a folder that nothing has yet.
  package static func freePath(in folder: String, at time: Timestamp) -> String {
    var time = time
    while true {
      let path = folder + "/" + name(at: time)
      guard access(path, F_OK) == 0 else { return path }
      time = Timestamp(milliseconds: time.milliseconds + 1000)
    }
  }

  /// The copies in a folder, of both series, the oldest first.
  ///
  /// - Parameter folder: The folder; one that cannot be read has none.
  /// - Returns: Their paths.
  @concurrent
  package static func all(in folder: String) async -> [String] {
    let names = copies(of: .notes, in: folder) + copies(of: .daily, in: folder)
    let dated = names.map { name in (date: name.drop { $0 != "-" }, path: folder + "/" + name) }
    return dated.sorted { $0.date < $1.date }.map(\.path)
  }

  /// Whether the last daily copy in a folder is of another day (UTC) or there is none.
  @concurrent
  package static func isDailyDue(in folder: String, at time: Timestamp) async -> Bool {
    let day = name(at: time, series: .daily).prefix("daily-00000000".count)
    return !copies(of: .daily, in: folder).contains { $0 >= day }
  }

  /// Backs up once, away from the caller's actor.
  ///
  /// - Parameter arguments: Where to.
  /// - Returns: What was done.
  /// - Throws: `StorageError` or `CommandFailure`; a file that was there is untouched.
  @concurrent
  package func run(_ arguments: Arguments) async throws -> Outcome {
    let folder = URL(filePath: arguments.path).deletingLastPathComponent().path
    try ApplicationDirectories.create(folder)
    Self.removeLeftovers(in: folder)
    try await checkSpace(in: folder)
    let temporary = arguments.path + ".new-\(getpid())"
    Self.removeLeftovers(of: temporary)
    let missing: [BlobFileError]
    do {
      try Self.create(temporary)
      try await store.backup(to: temporary)
      missing = try await store.copyBlobs(to: BlobFiles.root(ofStore: arguments.path))
      try Task.checkCancellation()
      guard rename(temporary, arguments.path) == 0 else {
        throw CommandFailure(.failure, "\(arguments.path): \(SystemError.sentence(errno)).")
      }
    } catch {
      Self.removeLeftovers(of: temporary)
      throw error
    }
    var status = stat()
    let size = stat(arguments.path, &status) == 0 ? Int(status.st_size) : 0
    return Outcome(
      path: arguments.path, byteCount: size,
      removed: arguments.keptCount.map { Self.thin(arguments.path, keeping: $0) } ?? [],
      missing: missing)
  }

  /// Refuses a copy that would leave no room for the notes themselves.
  private func checkSpace(in folder: String) async throws {
    let size = try await store.byteCount()
    guard let free = freeSpace(folder), free < size + FreeSpace.reserve else { return }
    throw CommandFailure(
      .failure,
      "\(folder): a backup needs \((size + FreeSpace.reserve) >> 20) MB, but only "
        + "\(free >> 20) MB are free; nothing was written.")
  }

  /// Removes what copies have left whose process was killed.
  private static func removeLeftovers(in folder: String) {
    // A folder that cannot be read is left as it is.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      guard let match = name.wholeMatch(of: /([a-z]+-\d{8}-\d{6}\.sqlite\.new-(\d+))\b.*/),
        let process = pid_t(match.2), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlink(folder + "/" + name)
    }
  }

  private static func removeLeftovers(of temporary: String) {
    for name in [temporary, temporary + ".partial"] {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(name + suffix) }
    }
  }

  /// An empty file for its owner alone, which SQLite then fills.
  private static func create(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
    }
    close(descriptor)
  }

  /// Removes all but the newest copies of the series that a copy belongs to.
  private static func thin(_ path: String, keeping count: Int) -> [String] {
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    let series = Series(rawValue: String(file.lastPathComponent.prefix { $0 != "-" }))
    let copies = series.map { Self.copies(of: $0, in: folder) } ?? []
    return copies.dropLast(max(count, 1)).map { folder + "/" + $0 }.filter { unlink($0) == 0 }
  }

  /// The names of the copies of a series, the oldest first; names sort by time.
  private static func copies(of series: Series, in folder: String) -> [String] {
    // A folder that cannot be read keeps all its copies.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter {
      $0.hasPrefix(series.rawValue) && $0.wholeMatch(of: /[a-z]+-\d{8}-\d{6}\.sqlite/) != nil
    }.sorted()
  }
}

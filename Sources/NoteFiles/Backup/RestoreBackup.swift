import Foundation
import Glibc
import MarfaSDK
import Settings

/// Puts a backup in the place of the notes: the database and the attached files.
///
/// Everything is read and verified first, in a copy: neither the backup nor the notes change until
/// ``restore(_:)``. The former notes stay as a backup.
package struct RestoreBackup: Sendable {
  /// A backup that was read and found whole.
  package struct Verified: Sendable {
    /// The backup.
    package var path: String
    /// How many notes, notebooks and other items it has.
    package var itemCount: Int
    /// How many attached files can be restored.
    package var fileCount: Int
    /// Attached files that are nowhere, or damaged; nothing that the server has, too.
    package var missing: [BlobFileError]
    fileprivate var copy: String
    fileprivate var sources: [String: String]
  }

  /// What was done.
  package struct Outcome: Hashable, Sendable {
    /// Where the former notes are; nil when there were none.
    package var formerPath: String?
  }

  private let directories: ApplicationDirectories
  private let environment: StoreEnvironment
  private let database: String
  private let blobFolder: String
  private let blobs: BlobFiles

  /// Restores into the data directory.
  package init(directories: ApplicationDirectories, environment: StoreEnvironment) {
    self.directories = directories
    self.environment = environment
    database = NotesFile.path(in: directories)
    blobFolder = BlobFiles.root(ofStore: database)
    blobs = BlobFiles(root: blobFolder)
  }

  /// Reads a backup completely: the database in a copy, and each attached file.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the backup; a file `-wal` next to it belongs to it.
  ///   - onProgress: Receives how many attached files of how many were read.
  /// - Returns: What it holds; end with ``restore(_:)`` or ``discard(_:)``.
  /// - Throws: `CommandFailure` with what is wrong with it, `CancellationError`, or `StorageError`;
  ///   nothing is changed.
  @concurrent
  package func verify(
    _ path: String, onProgress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Verified {
    try ApplicationDirectories.create(directories.data)
    removeLeftovers()
    let folder = directories.data + "/\(Self.prefix)\(getpid())"
    do {
      let copy = try copyDatabase(path, to: folder)
      let store = try open(copy, named: path)
      if let finding = try await store.quickCheck().first { throw Self.refusal(path, finding) }
      let count = try await store.statistics().itemCount
      let (found, missing) = try await store.findBlobs(
        in: [blobFolder, BlobFiles.root(ofStore: path)], onProgress: onProgress)
      // Without its log, and with all steps of the schema.
      let whole = folder + "/restored.sqlite"
      try await store.backup(to: whole)
      return Verified(
        path: path, itemCount: count, fileCount: found.count, missing: missing, copy: whole,
        sources: found.filter { $0.value != blobFolder })
    } catch {
      removeTree(folder)
      throw error
    }
  }

  /// Forgets a backup that is not to be restored.
  package func discard(_ backup: Verified) { removeTree(Self.folder(of: backup.copy)) }

  /// How many items the present notes have; nil when there are none, or they cannot be read.
  ///
  /// - Throws: `CommandFailure` while another program has them open.
  @concurrent
  package func presentCount() async throws -> Int? {
    guard FileManager.default.fileExists(atPath: database) else { return nil }
    do {
      let store = try LocalStore.open(path: database, environment: environment)
      let count = try await store.statistics().itemCount
      try await requireAlone(store)
      return count
    } catch is StorageError {
      return nil
    }
  }

  /// Puts a verified backup in the place of the notes.
  ///
  /// - Parameters:
  ///   - backup: The backup.
  ///   - former: Where the former notes go, in the form of a backup.
  /// - Returns: What was done.
  /// - Throws: `CommandFailure` or `StorageError`; the notes are then as they were.
  @concurrent
  package func restore(_ backup: Verified, keepingFormerAt former: String) async throws -> Outcome {
    defer { discard(backup) }
    if EngineReport.read(EngineReport.lockPath(ofStore: database))?.isDriven == true {
      throw Self.inUse
    }
    for (hash, folder) in backup.sources {
      try await blobs.removeDamaged(hash)
      try await BlobFiles(root: folder).give(hash, to: blobs)
    }
    let isThere = FileManager.default.fileExists(atPath: database)
    if isThere { try await keep(former) }
    // A log that is left would be applied to the new file.
    for suffix in ["-wal", "-shm"] { unlink(database + suffix) }
    guard rename(backup.copy, database) == 0 else { throw Self.failure(database) }
    try synchronizeFolder()
    return Outcome(formerPath: isThere ? former : nil)
  }

  /// Copies the present notes to where they stay, and moves their log into their file.
  private func keep(_ former: String) async throws {
    do {
      let store = try LocalStore.open(path: database, environment: environment)
      _ = try await BackUpNotes(store: store).run(.init(path: former))
      try await requireAlone(store)
    } catch is StorageError {
      // What cannot be read is kept byte for byte.
      try ApplicationDirectories.create(Self.folder(of: former))
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: database + suffix) {
        try ArchiveFile(database + suffix).copy(
          at: 0, count: ArchiveFile(database + suffix).size, to: former + suffix)
      }
    }
  }

  private func requireAlone(_ store: LocalStore) async throws {
    guard try await store.close() else { throw Self.inUse }
  }

  private static var inUse: CommandFailure {
    CommandFailure(
      .failure,
      "Another program has the notes open; close it and run this again. Nothing was changed.")
  }

  // MARK: - The copy

  private static let prefix = "restoring-"

  private func copyDatabase(_ path: String, to folder: String) throws -> String {
    let file = try ArchiveFile(path)
    guard try file.read(at: 0, count: NotesFile.header.count) == NotesFile.header else {
      throw Self.refusal(path, "it is not a database")
    }
    let room = Int(file.size) * 2 + FreeSpace.reserve
    if let free = FreeSpace.bytes(at: directories.data), free < room {
      throw CommandFailure(
        .failure,
        "\(directories.data): restoring needs \(room >> 20) MB, but only \(free >> 20) MB are "
          + "free; nothing was changed.")
    }
    removeTree(folder)
    try ApplicationDirectories.create(folder)
    let copy = folder + "/notes.sqlite"
    try file.copy(at: 0, count: file.size, to: copy)
    if FileManager.default.fileExists(atPath: path + "-wal") {
      let log = try ArchiveFile(path + "-wal")
      try log.copy(at: 0, count: log.size, to: copy + "-wal")
    }
    return copy
  }

  private func open(_ copy: String, named path: String) throws -> LocalStore {
    do {
      return try LocalStore.open(path: copy, environment: environment)
    } catch  where error.code == .corrupt {
      throw Self.refusal(path, error.detail)
    } catch  where error.code == .editedMigration {
      throw Self.refusal(path, "its tables are not those of notes")
    }
  }

  private static func refusal(_ path: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      .failure, "\(path) is not a whole backup: \(reason). Nothing was changed.")
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
  }

  /// Removes copies of a process that was killed.
  private func removeLeftovers() {
    for path in Self.copies(in: directories) {
      let number = path.dropFirst(directories.data.count + 1 + Self.prefix.count)
      guard let process = pid_t(number), kill(process, 0) != 0, errno == ESRCH else { continue }
      removeTree(path)
    }
  }

  /// The copies of the notes that restores made, and that are still there.
  package static func copies(in directories: ApplicationDirectories) -> [String] {
    // A folder that cannot be read is left as it is.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directories.data)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted().map { directories.data + "/" + $0 }
  }

  private func removeTree(_ folder: String) {
    // What stays is removed by the next restore.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Makes the new name outlive a power loss, see fsync(2).
  private func synchronizeFolder() throws {
    let descriptor = Glibc.open(directories.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(directories.data) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Self.failure(directories.data) }
  }

  private static func folder(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
  }
}

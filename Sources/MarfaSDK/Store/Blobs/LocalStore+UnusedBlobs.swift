import Foundation
import GRDB
import Glibc

extension LocalStore {
  /// What is known of the blobs on this machine, for a health check.
  package struct BlobStatistics: Hashable, Sendable {
    /// How many there are.
    package var count = 0
    /// Their bytes.
    package var byteCount: Int64 = 0
    /// How many of them nothing refers to any more.
    package var unusedCount = 0
    /// The bytes of those.
    package var unusedByteCount: Int64 = 0
    /// Hashes of those whose file is not there, though the server does not have it.
    package var missing: [String] = []
  }

  /// How long a blob is kept after the last item lost it: an undo may want it back.
  package static let blobGraceDays = 30

  /// Removes the blobs that nothing has referred to for as long as the grace period, files that no
  /// import or upload came to use, and what was begun and abandoned.
  ///
  /// A blob is kept for an item in any state, for an old version, for a change that waits, was
  /// refused or conflicts, and for an upload.
  ///
  /// - Returns: The removed hashes.
  /// - Throws: `StorageError` or `BlobFileError`; what was removed stays so.
  @discardableResult
  package func removeUnusedBlobs() async throws -> [String] {
    try await blobs.removeAbandoned()
    let horizon = environment.clock.now.milliseconds - Int64(Self.blobGraceDays) * 86_400_000
    let files = Set(try await blobs.hashes(before: horizon))
    let due = try await read { try UnusedBlobs(db: $0).hashes(before: horizon, or: files) }
    if due.isEmpty { return [] }
    return try await write(as: .derived) { [blobs] writer in
      let table = UnusedBlobs(db: writer.db)
      var removed: [String] = []
      // Looked at again: somebody may have attached one meanwhile.
      for hash in try table.hashes(before: horizon, or: files) {
        // A file that was just brought is about to be attached.
        guard try blobs.removeFile(hash, before: horizon) else { continue }
        try table.forget(hash)
        removed.append(hash)
      }
      return removed
    }
  }

  /// Counts the blobs on this machine.
  ///
  /// - Returns: The figures.
  /// - Throws: `StorageError`.
  package func blobStatistics() async throws -> BlobStatistics {
    let (all, unused) = try await read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT hash, size, is_on_server FROM blob")
      let all = rows.map { (hash: $0[0] as String, size: $0[1] as Int64, isSafe: $0[2] as Bool) }
      return (all, Set(try UnusedBlobs(db: db).hashes(before: .max, or: [])))
    }
    var result = BlobStatistics()
    for blob in all {
      result.count += 1
      result.byteCount += blob.size
      if unused.contains(blob.hash) {
        result.unusedCount += 1
        result.unusedByteCount += blob.size
      } else if !blob.isSafe, try blobs.size(of: blob.hash) == nil {
        result.missing.append(blob.hash)
      }
    }
    return result
  }
}

/// Finds the blobs that nothing refers to.
struct UnusedBlobs {
  let db: Database

  /// What refers to blobs at every moment.
  private static let live = """
    SELECT attachments FROM item WHERE attachment_count > 0
    UNION ALL SELECT hash FROM upload
    UNION ALL SELECT reference FROM mutation_ref
    UNION ALL SELECT subject FROM mutation WHERE subject IS NOT NULL
    """
  /// What may refer to some; read only where there is something to remove.
  private static let rest = """
    SELECT properties FROM item WHERE instr(properties, 'sha256:')
    UNION ALL SELECT properties FROM version WHERE instr(properties, 'sha256:')
    UNION ALL SELECT attachments FROM shadow WHERE attachments IS NOT NULL
    UNION ALL SELECT properties FROM shadow WHERE instr(properties, 'sha256:')
    UNION ALL SELECT request FROM mutation WHERE instr(request, 'sha256:')
    UNION ALL SELECT base FROM mutation WHERE instr(base, 'sha256:')
    UNION ALL SELECT request FROM refused WHERE instr(request, 'sha256:')
    UNION ALL SELECT subject FROM refused WHERE instr(subject, 'sha256:')
    UNION ALL SELECT base FROM refused WHERE instr(base, 'sha256:')
    UNION ALL SELECT request FROM parked_conflict WHERE instr(request, 'sha256:')
    UNION ALL SELECT context FROM parked_conflict WHERE instr(context, 'sha256:')
    """

  /// The hashes that nothing refers to: of the blobs that nobody wanted since a time, in
  /// milliseconds, and of files that may be none of ours.
  func hashes(before horizon: Int64, or files: Set<String>) throws -> [String] {
    let known = try Row.fetchAll(db, sql: "SELECT hash, used_at FROM blob")
      .map { (hash: $0[0] as String, usedAt: $0[1] as Int64) }
    var unused = files.subtracting(known.map(\.hash))
    for blob in known where blob.usedAt <= horizon { unused.insert(blob.hash) }
    for statement in [Self.live, Self.rest] {
      if unused.isEmpty { return [] }
      let texts = try String.fetchCursor(db, sql: statement)
      while let text = try texts.next() { Self.forEachHash(in: text) { unused.remove($0) } }
    }
    return unused.sorted()
  }

  /// Removes what is known of a blob.
  func forget(_ hash: String) throws {
    try db.execute(sql: "DELETE FROM blob WHERE hash = ?", arguments: [hash])
  }

  /// Finds `sha256:` with 64 digits.
  private static func forEachHash(in text: String, _ body: (String) -> Void) {
    let length = "sha256:".utf8.count + 64
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "s")) {
      rest = rest[start...]
      if rest.starts(with: "sha256:".utf8), rest.count >= length {
        body(String(Substring(rest.prefix(length))))
        rest = rest.dropFirst(length)
      } else {
        rest = rest.dropFirst()
      }
    }
  }
}

extension BlobFiles {
  /// The blobs whose files are older than a time, in milliseconds.
  fileprivate func hashes(before horizon: Int64) async throws -> [String] {
    try await BlobThreads.run {
      var hashes: [String] = []
      // A folder that is not there has nothing in it.
      let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      for folder in folders where folder.utf8.count == 2 {
        let names =
          (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
        for name in names {
          let hash = "sha256:" + folder + name
          if ItemRules.isBlobReference(hash), try isFile(hash, before: horizon) {
            hashes.append(hash)
          }
        }
      }
      return hashes
    }
  }

  /// Removes a file that is older than a time.
  ///
  /// Answers false for one that is younger: somebody brought it just now.
  fileprivate func removeFile(_ hash: String, before horizon: Int64) throws -> Bool {
    let path = try path(of: hash)
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT }
    guard try isFile(hash, before: horizon) else { return false }
    guard unlink(path) == 0 || errno == ENOENT else { throw BlobFileError.ofSystem(path) }
    return true
  }

  private func isFile(_ hash: String, before horizon: Int64) throws -> Bool {
    var status = stat()
    guard stat(try path(of: hash), &status) == 0 else { return false }
    return Int64(status.st_mtim.tv_sec) <= horizon / 1000
  }

  /// Makes the file of a blob a new one, which no upkeep removes.
  ///
  /// - Parameter hash: The blob.
  /// - Returns: Whether it is here.
  /// - Throws: `BlobFileError` with `.missing` for a text that is no hash.
  package func refresh(_ hash: String) throws -> Bool {
    utimensat(AT_FDCWD, try path(of: hash), nil, 0) == 0
  }
}

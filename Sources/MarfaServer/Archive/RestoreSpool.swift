import Foundation
import Glibc
import MarfaModel

/// The records of an archive while they are restored, and the blobs that came with them: a folder
/// with a name, by which the next process finds them when one dies.
struct RestoreSpool: Sendable {
  private static let prefix = "restore-"

  /// The folder's name.
  let name: String
  private let folder: String

  private var recordsPath: String { folder + "/" + ArchiveExport.recordsName }
  private var blobsPath: String { folder + "/blobs.json" }

  /// A folder that is not made yet.
  init(newIn spoolFolder: String) throws {
    self.init(Self.prefix + UUID().uuidString, in: spoolFolder)
  }

  /// The folder of a name.
  init(_ name: String, in spoolFolder: String) {
    self.name = name
    folder = spoolFolder + "/" + name
  }

  /// Removes the folders that belong to no restore.
  static func clear(_ spoolFolder: String, but kept: Set<String>) throws {
    guard FileManager.default.fileExists(atPath: spoolFolder) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: spoolFolder)
    where name.hasPrefix(prefix) && !kept.contains(name) {
      try RestoreSpool(name, in: spoolFolder).remove()
    }
  }

  /// Whether the folder has all that a restore needs.
  var isWhole: Bool { FileManager.default.fileExists(atPath: blobsPath) }

  /// Makes the folder.
  ///
  /// - Returns: The file of the records, which is empty.
  func make() throws -> OpenFile {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try OpenFile(recordsPath, flags: O_RDWR | O_CREAT | O_EXCL)
  }

  /// Keeps which blobs are there, and makes all of the folder durable.
  func keep(_ blobs: RecordLines.BlobSizes) throws {
    let file = try OpenFile(blobsPath + ".new", flags: O_RDWR | O_CREAT | O_EXCL)
    try StoredJSON.text(encoding: blobs).utf8.withContiguousStorageIfAvailable {
      try file.append(UnsafeRawBufferPointer($0))
    }
    try file.synchronize()
    try FileManager.default.moveItem(atPath: blobsPath + ".new", toPath: blobsPath)
    try OpenFile.synchronize(folder: folder)
  }

  /// The records.
  ///
  /// - Parameter onEnd: Is given the blobs that were passed over, whenever the end is reached.
  /// - Returns: What reads them.
  /// - Throws: When the folder cannot be read.
  func source(onEnd: @escaping @Sendable ([String]) -> Void = { _ in }) throws -> ArchiveSource {
    let blobs = try StoredJSON.value(
      String(decoding: Data(contentsOf: URL(fileURLWithPath: blobsPath)), as: UTF8.self),
      as: RecordLines.BlobSizes.self)
    return ArchiveSource(name: name) { [recordsPath] in
      let lines = RecordLines(try OpenFile(recordsPath, flags: O_RDONLY), blobs: blobs)
      return {
        let line = try lines.next()
        if line == nil { onEnd(lines.lacking) }
        return line
      }
    }
  }

  /// Removes the folder, if it is there.
  func remove() throws {
    guard FileManager.default.fileExists(atPath: folder) else { return }
    try FileManager.default.removeItem(atPath: folder)
  }
}

/// Restores whose process died.
struct UnfinishedRestores: Sendable {
  private let store: any ServerStore
  private let spoolFolder: String
  private let names: [String]

  /// Looks for them, and clears away what belongs to none; before the first request.
  init(_ store: any ServerStore, spoolFolder: String) async throws {
    self.store = store
    self.spoolFolder = spoolFolder
    names = try await store.unfinishedRestores()
    try RestoreSpool.clear(spoolFolder, but: Set(names))
  }

  /// Goes on with each, to its end.
  ///
  /// - Parameters:
  ///   - limits: What a slice may cost.
  ///   - onRefusal: Called with one that cannot be finished: what others wrote contradicts it, or
  ///     its records are gone. What it wrote stays.
  /// - Throws: `StoreFailure`, or `CancellationError`; the next start goes on.
  func finish(_ limits: RecordLimits, onRefusal: (String) -> Void) async throws {
    for name in names {
      try Task.checkCancellation()
      let spool = RestoreSpool(name, in: spoolFolder)
      do {
        if spool.isWhole {
          _ = try await store.goOn(restoring: try spool.source(), limits)
        } else {
          onRefusal("its records are gone")
          try await store.giveUp(restoring: name)
        }
      } catch let error as any MarfaError {
        onRefusal(error.message)
        try await store.giveUp(restoring: name)
      }
      try spool.remove()
    }
  }
}

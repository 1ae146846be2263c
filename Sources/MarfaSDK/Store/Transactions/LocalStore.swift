import GRDB
import StorageKit

/// The notes on this machine: one SQLite file, or memory.
///
/// The actor has no mutable state of its own; the database's writer orders the writes and each
/// method is one transaction. Reads do not wait for writes: they see a committed snapshot. What it
/// can do is in files by subject; the work itself is a `StoreWriter`'s or an `ItemReader`'s.
///
/// ```swift
/// let text = try await local.noteText(id: note.id)
/// let result = try await local.saveText(
///   id: note.id, body: text.body + "\nSalt", basedOn: text.revision)
/// show(result.revision)
/// ```
public actor LocalStore {
  /// The connections: a pool for a file, one queue in memory.
  nonisolated let storage: StorageContext
  /// The clock and the ids that the store works by.
  public nonisolated let environment: StoreEnvironment
  /// The bytes of blobs that are on this machine.
  package nonisolated let blobs: BlobFiles
  /// How far the uploads of this process are.
  package nonisolated let uploadActivity = UploadActivity()
  /// How many items wait for the word index.
  nonisolated let staleWords = StaleWords()
  /// What notices other processes' commits, for all that follow the store.
  nonisolated let sharedWatcher = SharedWatcher()

  /// Uses open connections whose schema is up to date.
  init(storage: StorageContext, environment: StoreEnvironment, blobs: BlobFiles) {
    self.storage = storage
    self.environment = environment
    self.blobs = blobs
  }

  /// The connections, for this module's own readers and observers.
  nonisolated var database: any DatabaseWriter { storage.pool }
}

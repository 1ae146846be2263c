import StorageKit

/// The store on this machine failed; no server was asked.
///
/// The calls of a client throw it, so that `catch let error as MarfaError` sees local failures,
/// too. Opening a store, and the methods of ``LocalStore`` itself, throw `StorageError`.
public struct LocalStorageError: MarfaError, Hashable {
  /// What failed, with SQLite's own words.
  public var storage: StorageError

  /// Wraps what a store threw.
  public init(_ storage: StorageError) { self.storage = storage }

  /// Always `storage_error`; `details.kind` says which failure it was.
  public var code: String { "storage_error" }
  /// What failed and why, for a log.
  public var message: String { String(describing: storage) }
  /// Always nil.
  public var status: Int? { nil }
  /// The kind of failure under `kind`, such as `diskFull`.
  public var details: [String: JSONValue]? {
    ["kind": .string(String(describing: storage.code))]
  }
}

extension LocalStore {
  /// Runs calls of this store with their failures as a client documents them.
  ///
  /// - Parameter work: The calls.
  /// - Returns: What they return.
  /// - Throws: `LocalStorageError` in place of a `StorageError`, `CancellationError` in place of
  ///   one that is `.cancelled`, and any other error as it is.
  nonisolated(nonsending) func documented<Value>(
    _ work: nonisolated(nonsending) (LocalStore) async throws -> Value
  ) async throws -> Value {
    do {
      return try await work(self)
    } catch let error as StorageError {
      throw error.code == .cancelled ? CancellationError() : LocalStorageError(error)
    }
  }

  /// Creates an item, or changes the one with the same source and source id.
  ///
  /// - Parameter input: What is created; a fresh UUIDv7 is its id unless it names one.
  /// - Returns: The item as it is now.
  /// - Throws: `ValidationError`, `NotFoundError` or `APIError` as a server would answer, or
  ///   `LocalStorageError`; nothing is written then.
  @discardableResult
  nonisolated(nonsending) public func createItem(_ input: CreateItemInput) async throws -> Item {
    try await documented { try await $0.createItem(NewItem(input)).item }
  }
}

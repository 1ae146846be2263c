import MarfaModel

/// Rows of one write transaction: what a storage offers for changing them.
///
/// Everything that is written is seen by later reads of the same transaction, and is in the
/// storage as a whole or not at all. A storage keeps what only follows from rows by itself: tags by
/// item, counts, the order of lists.
///
/// - Throws: Each method: `StoreFailure`, or what the storage throws that means one.
public protocol RecordTransaction: AnyObject, RecordRows, DocumentTransaction {
  /// Where new ids come from.
  var ids: ItemIdGenerator { get }
  /// How many rows were changed in the storage so far; shows whether work changed any.
  var changeCount: Int { get }

  /// Runs work that is undone alone when the request is refused.
  ///
  /// - Returns: What the work gave, or the `MarfaError` that refused it.
  /// - Throws: A failure of the storage: the whole transaction is in doubt then.
  func attempt<Value>(_ work: () throws -> Value) throws -> Result<Value, any Error>

  // MARK: Items

  /// Writes a new item; its key is not looked at.
  ///
  /// - Returns: The key.
  func insert(_ item: ItemRow) throws -> Int64
  /// Writes what changed of an item, over the row as it is now.
  func update(_ item: ItemRow, over old: ItemRow) throws
  /// Removes an item with its tags, extensions, versions, words and blob references; its edges are
  /// gone already.
  func delete(_ item: ItemRow) throws
  /// Notes that the words of an item are to be read again, also of one that is gone.
  func wordsChanged(of key: Int64) throws
  /// Forgets changes of words that are in the index; those that came since stay noted.
  func wordsAreSet(_ changes: [ChangedWords]) throws
  /// Notes which blobs an item refers to, and which no longer.
  func setBlobs(of key: Int64, adding: Set<String>, removing: Set<String>) throws

  // MARK: Extensions and versions

  /// Sets an extension, or removes it when the data are nil.
  ///
  /// - Returns: Whether that changed anything.
  func setExtension(_ namespace: String, of key: Int64, to data: String?) throws -> Bool
  /// Keeps a version of an item; the row's key is not looked at.
  ///
  /// - Returns: The key, which is higher than that of each other version of the item.
  @discardableResult
  func insert(_ version: VersionRow, of key: Int64) throws -> Int64
  /// Replaces the JSON of a kept version.
  func setVersion(_ key: Int64, _ properties: String, isDifference: Bool) throws
  /// Forgets kept properties by their rows' keys.
  func deleteVersions(_ keys: [Int64]) throws

  // MARK: Edges

  /// Writes a new edge between the items of two keys; the row's own key is not looked at.
  func insert(_ edge: EdgeRow, from source: Int64, to target: Int64) throws
  /// Replaces the properties of an edge and the time of its change.
  func update(_ edge: EdgeRow) throws
  /// Removes an edge.
  func delete(_ edge: EdgeRow) throws

  // MARK: Catalogue

  /// Registers a type, or replaces the one of its name.
  func put(_ type: ItemType) throws
  /// Forgets a registered type.
  func deleteType(_ id: String) throws
  /// Registers an edge type.
  func put(_ type: EdgeType) throws
  /// Forgets a registered edge type.
  func deleteEdgeType(_ id: String) throws
  /// Sets a value of the space.
  func setSpaceValue(_ name: SpaceValue, _ value: String) throws

  // MARK: Keys, webhooks, blobs, answers, events

  /// Keeps a new key.
  ///
  /// - Throws: `APIError` with `conflict` when its id or hash is taken.
  func insert(_ key: StoredKey) throws
  /// Replaces what can change of a key: label, default tier and the four maps.
  func update(_ key: StoredKey) throws
  /// Forgets a key.
  func deleteKey(_ id: String) throws
  /// Keeps a new webhook, or replaces the one of its id.
  func put(_ webhook: Webhook) throws
  /// Forgets a webhook and its deliveries.
  ///
  /// - Returns: Whether there was one.
  func deleteWebhook(_ id: String) throws -> Bool
  /// Notes a blob; the first to note a hash says its media type.
  func put(_ blob: StoredBlob) throws
  /// Keeps the first answer to a request, in place of one of the same key.
  func insert(_ answer: IdempotencyRow) throws
  /// Notes what an administrator did; the row's key is not looked at.
  func insert(_ audit: AuditRow) throws
  /// Keeps a part of an unfinished request.
  func insert(_ progress: ProgressRow) throws
  /// Forgets the parts of a request that is answered.
  func deleteProgress(_ key: String, of credentialId: String) throws
  /// Puts an event in the log; its id is not looked at. What its text leaves to history is not
  /// kept.
  ///
  /// Ids grow in the order of commits: once an id was read, no smaller one appears.
  func append(_ event: StoredEvent) throws
  /// Notes what was removed; its key is not looked at.
  func append(_ tombstone: TombstoneRow) throws
}

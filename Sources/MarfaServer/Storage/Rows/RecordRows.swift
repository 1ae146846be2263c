import MarfaModel

/// The rows of items, edges and what belongs to them, in one snapshot.
///
/// What a storage offers for reading, and all of it: rows in and rows out, no rule and no answer.
/// Keys, webhooks, blobs, documents and unfinished requests are rows of the same transactions as
/// items, so that a request is written with its answer and its audit as a whole; each method is a
/// statement or a few, which a storage has to have anyway.
/// Every method sees the same moment. Used on one thread, within the work that was given it.
///
/// - Throws: Each method: `StoreFailure`, or what the storage throws that means one;
///   `ValidationError` with `query_too_expensive` when the work takes longer than it may.
public protocol RecordRows: DocumentRows {
  /// The moment; of a write transaction never before that of an earlier one of the storage, in any
  /// process.
  var now: Timestamp { get }

  // MARK: Catalogue

  /// The types, edge types and settings; cheap when they were read before.
  func catalogue() throws -> StoreCatalogue
  /// The names of types that have items.
  func usedTypes() throws -> Set<String>
  /// The registered types, parents before children, as they were registered.
  func registeredTypes() throws -> [ItemType]
  /// The registered edge types, as they were registered.
  func registeredEdgeTypes() throws -> [EdgeType]
  /// A value of the space; nil until it is set.
  func spaceValue(_ name: SpaceValue) throws -> String?

  // MARK: Items

  /// The item of an id; nil when there is none.
  func item(id: String) throws -> ItemRow?
  /// The item of a key; nil when there is none.
  func item(key: Int64) throws -> ItemRow?
  /// The items of ids that are there, in no order.
  func items(ids: [String]) throws -> [ItemRow]
  /// The item of a natural key that is not in the trash; nil when there is none.
  func item(source: String, sourceId: String) throws -> ItemRow?
  /// Items in an order, after a place in it.
  func items(
    _ selection: ItemSelection, in order: ItemOrder, after place: ListPlace?, limit: RowLimit
  ) throws -> RowPage<ItemRow>
  /// The keys of items, ascending; at most `limit`.
  func itemKeys(_ selection: ItemSelection, limit: Int) throws -> [Int64]
  /// Those of some keys whose items are in a selection, in no order.
  func itemKeys(_ selection: ItemSelection, among keys: [Int64]) throws -> [Int64]
  /// Items of any state in the order of their keys, after one; of one type, or of all when nil.
  func items(ofType type: String?, after key: Int64, limit: RowLimit) throws -> RowPage<ItemRow>
  /// The keys of items of a type, of any state, ascending, after one; at most `limit`.
  func itemKeys(ofType type: String, after key: Int64, limit: Int) throws -> [Int64]
  /// The keys of items that were trashed before a moment or at it, oldest first; at most `limit`.
  func itemKeys(trashedBy horizon: Int64, limit: Int) throws -> [Int64]
  /// The record of the server that is shown as an item of a system type; nil when there is none.
  func record(id: String, ofType type: String) throws -> ItemRow?
  /// How many items there are, by type and state; counts of 0 may be left out.
  func typeCounts() throws -> [TypeCount]
  /// How often tags are used by items of some types, of all when nil; most frequent first, then
  /// by tag.
  ///
  /// After as many as are said, until the page is full.
  func tagCounts(
    ofTypes types: Set<String>?, after count: Int, limit: RowLimit
  ) throws -> RowPage<TagCount>
  /// The items whose words changed since they were last set, those that wait longest first; at most
  /// `limit`.
  func changedWords(limit: Int) throws -> [ChangedWords]
  /// Finds items by their words as they were last set, best first.
  func search(_ selection: SearchSelection) throws -> [SearchHit]

  // MARK: Extensions and versions

  /// The extensions of items, by item and namespace, ascending.
  func extensions(of keys: [Int64]) throws -> [ExtensionRow]
  /// How many extensions an item has.
  func extensionCount(of key: Int64) throws -> Int
  /// Bytes of the extensions of an item together.
  func extensionBytes(of key: Int64) throws -> Int
  /// The extensions of the items whose keys are in a range, by item and namespace, ascending.
  func extensions(ofKeys range: ClosedRange<Int64>) throws -> [ExtensionRow]
  /// One extension as JSON; nil when there is none.
  func `extension`(_ namespace: String, of key: Int64) throws -> String?
  /// The kept versions of an item as their rows are, newest first, from one on that is before a
  /// place (version, key).
  func versions(
    of key: Int64, before place: ListPlace?, limit: RowLimit
  ) throws -> RowPage<VersionRow>
  /// The newest row of a version of an item; nil when it is not kept.
  func version(_ number: Int, of key: Int64) throws -> VersionRow?
  /// The version of a row's key; nil when there is none.
  func version(key: Int64) throws -> VersionRow?
  /// When each kept version of an item was made and how large it is, oldest first, without
  /// properties.
  func versionTimes(of key: Int64) throws -> [VersionRow]
  /// The versions of any item that hold whole properties and whose keys are in a range, in the
  /// order of their keys; at most `limit`.
  func wholeVersions(in keys: ClosedRange<Int64>, limit: Int) throws -> [WholeVersion]

  // MARK: Edges

  /// The edge of an id; nil when there is none.
  func edge(id: String) throws -> EdgeRow?
  /// The edge of a type between two items, by their ids; nil when there is none.
  func edge(from source: String, to target: String, ofType type: String) throws -> EdgeRow?
  /// Edges in the order of their keys, after one.
  func edges(
    _ selection: EdgeSelection, after key: Int64, limit: RowLimit
  ) throws -> RowPage<EdgeRow>
  /// The first edges that start from each of some items, by source and type: of each type at most
  /// `limit.count`, of each source at most `limit.bytes`.
  func edges(from keys: [Int64], visibility: Visibility, limit: RowLimit) throws -> [FirstEdges]
  /// The edges of a type that start from an item or point to it, by its id, oldest first.
  func edges(of id: String, _ end: EdgeEnd, ofType type: String, limit: Int) throws -> [EdgeRow]
  /// Whether there is an edge of a type.
  func hasEdges(ofType type: String) throws -> Bool

  // MARK: Keys, webhooks, blobs, answers

  /// The API key of an id; nil when there is none.
  func apiKey(id: String) throws -> StoredKey?
  /// Whether an API key has a source.
  func hasAPIKey(source: String) throws -> Bool
  /// The ids of API keys of a role that have no end, the oldest first; at most `limit`.
  func lastingAPIKeys(role: String, limit: Int) throws -> [String]
  /// Every webhook, oldest first.
  func webhooks() throws -> [Webhook]
  /// The webhook of an id; nil when there is none.
  func webhook(id: String) throws -> Webhook?
  /// Blobs in the order of their hashes, after one; at most `limit`.
  func blobs(after hash: String, limit: Int) throws -> [StoredBlob]
  /// The blobs of hashes that are known, in no order.
  func blobs(hashes: [String]) throws -> [StoredBlob]
  /// The first answer to a request of a credential; nil when the key is new.
  func idempotency(_ key: String, of credentialId: String) throws -> IdempotencyRow?
  /// What administrators did, newest first, before a key; at most `limit`.
  func audit(before key: Int64, limit: Int) throws -> RowPage<AuditRow>
  /// How many parts of an unfinished request of a credential are kept.
  func progressCount(_ key: String, of credentialId: String) throws -> Int
  /// The keys of a credential's unfinished requests.
  func progressNames(of credentialId: String) throws -> [String]
  /// The parts of an unfinished request of a credential, in order.
  func progress(_ key: String, of credentialId: String) throws -> [ProgressRow]
  /// What was removed, in that order, after a key; without what is there again.
  func tombstones(after key: Int64, limit: Int) throws -> RowPage<TombstoneRow>
  /// Events after an id, oldest first, until the page is full; each as it is kept, and counted as
  /// what it weighs as a whole.
  func events(after id: Int64, limit: RowLimit) throws -> [StoredEvent]
  /// The ids of the oldest and the newest kept event.
  func eventBounds() throws -> EventBounds
}

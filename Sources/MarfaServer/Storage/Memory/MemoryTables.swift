import MarfaModel

/// Everything that the store in memory keeps.
struct MemoryTables {
  /// A value with its place in the order of insertion.
  struct Numbered<Value> {
    var number: Int64
    var value: Value
  }

  /// The highest number that was given out, of any table.
  var lastNumber: Int64 = 0
  /// The newest moment of a transaction.
  var latest = Timestamp(milliseconds: 0)
  /// How many changes were made.
  var changeCount = 0

  var items: [Int64: ItemRow] = [:]
  /// Keys of items by their ids.
  var itemKeys: [String: Int64] = [:]
  /// What items are found by.
  var words: [Int64: ItemWords] = [:]
  /// Items whose words are to be read again; the number is the order.
  var changedWords: [Int64: Int64] = [:]
  /// The blobs that items refer to.
  var itemBlobs: [Int64: Set<String>] = [:]
  /// Data by namespace, by item.
  var extensions: [Int64: [String: String]] = [:]
  var versions: [Int64: [VersionRow]] = [:]
  var edges: [Int64: EdgeRow] = [:]
  /// Keys of edges by their ids.
  var edgeKeys: [String: Int64] = [:]
  /// Keys of edges by the ids of the items that they start from.
  var outgoing: [String: Set<Int64>] = [:]
  /// Keys of edges by the ids of the items that they point to.
  var incoming: [String: Set<Int64>] = [:]

  var types: [String: Numbered<ItemType>] = [:]
  var edgeTypes: [String: Numbered<EdgeType>] = [:]
  var space: [SpaceValue: String] = [:]
  /// The types, edge types and settings together; nil after one of them changed.
  var catalogue: StoreCatalogue?

  var apiKeys: [String: Numbered<StoredKey>] = [:]
  var webhooks: [String: Numbered<Webhook>] = [:]
  var deliveries: [String: Numbered<WebhookDelivery>] = [:]
  /// The newest event that has been turned into deliveries.
  var deliveryCursor: Int64 = 0
  var blobs: [String: StoredBlob] = [:]
  var uploads: [String: StoredUpload] = [:]
  /// First answers with the moment of each, by credential and key.
  var answers: [AnswerName: Numbered<IdempotencyRow>] = [:]
  /// What administrators did.
  var audit: [Int64: AuditRow] = [:]
  /// Parts of unfinished requests, by credential and key.
  var progress: [AnswerName: [ProgressRow]] = [:]
  /// The log; the first is the oldest.
  var events: [StoredEvent] = []
  var newestEvent: Int64 = 0
  /// What was removed, in that order.
  var tombstones: [TombstoneRow] = []
  var documents = DocumentTables()

  /// Whose key an answer is for.
  struct AnswerName: Hashable {
    var credentialId: String
    var key: String
  }
}

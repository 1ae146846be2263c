import MarfaModel

/// What one request may cost and one item may hold.
public struct RecordLimits: Hashable, Sendable {
  /// Tags of an item.
  public var tags = 200
  /// Attachments of an item.
  public var attachments = 200
  /// Bytes of an attachment's title.
  public var attachmentTitleBytes = 1000
  /// Bytes of an attachment's media type, and of its role.
  public var attachmentTypeBytes = 255
  /// Bytes of an item's properties as JSON.
  public var propertyBytes = 1 << 20
  /// Bytes of an edge's properties as JSON.
  public var edgePropertyBytes = 64 << 10
  /// Extensions of an item.
  public var extensions = 100
  /// Bytes of an item's extensions together.
  public var extensionBytes = 2 << 20
  /// Inline edges of one request, and how many edges it makes and takes away for them: all of it is
  /// one transaction.
  public var inlineEdges = 200
  /// How many edges of one type an item may have, hidden ones included, to get a new set of them.
  public var edgeLooks = 2_000
  /// How many times its largest version the history of an item may weigh.
  public var historyFactor = 10
  /// Webhooks that a key made.
  public var webhooksPerKey = 10
  /// Patterns of a key's permissions together: each of its requests looks at them.
  public var keyPatterns = 500
  /// Events, and types, that a webhook names.
  public var webhookNames = 100
  /// Types that are registered, and as many edge types.
  public var types = 500
  /// Fields of a registered type.
  public var typeFields = 200
  /// Fields of all registered types together.
  public var allTypeFields = 5_000
  /// Bytes of a registered type as JSON.
  public var typeBytes = 64 << 10
  /// Entries of a bulk request that is written as a whole or not at all.
  public var atomicEntries = 500
  /// Bytes of a batch's answers after which the remaining ones are short.
  public var batchAnswerBytes = 16 << 20
  /// Entries that are written in one transaction; others have their turn between two.
  public var sliceEntries = 50
  /// How long a transaction takes entries, after which the next one goes on.
  public var sliceTime = Duration.milliseconds(5)

  /// Bytes of the texts that are indexed in one transaction; one text may be longer.
  public var sliceTextBytes = 64 << 10
  /// Bytes of the texts that the writer goes through for what a stale change started from.
  public var ancestorBytes = 256 << 10
  /// Bytes of the texts that the writer goes through for versions that are forgotten with a change.
  public var thinnedBytes = 4 << 20
  /// Bytes of a document that the writer reads for a change of the text that is bound to it.
  public var wholeDocumentBytes = DocumentLimits().wholeBytes
  /// Pages of the search index that are merged in one transaction: about as many as the texts fill.
  public var slicePages = 32

  /// The standard limits.
  public init() {}

  /// What a restore and the server itself keep: rows of older builds may hold more.
  static let none: RecordLimits = {
    var limits = RecordLimits()
    limits.tags = .max
    limits.attachments = .max
    limits.attachmentTitleBytes = .max
    limits.attachmentTypeBytes = .max
    limits.propertyBytes = .max
    limits.edgePropertyBytes = .max
    limits.inlineEdges = .max
    limits.extensions = .max
    limits.extensionBytes = .max
    limits.keyPatterns = .max
    limits.types = .max
    limits.typeFields = .max
    limits.allTypeFields = .max
    limits.typeBytes = .max
    return limits
  }()

  /// How many bytes the history of an item may have.
  ///
  /// - Parameter largest: Bytes of its largest version.
  /// - Returns: The bytes of all its versions together.
  func historyBytes(largest: Int) -> Int {
    // So that a note of one line keeps its day.
    max(largest, Self.smallHistory / historyFactor) * historyFactor
  }

  private static let smallHistory = 64 << 10

  /// Checks what an item is to hold.
  ///
  /// An item that holds more already may be changed, as long as it does not grow.
  ///
  /// - Throws: `ValidationError` with the field and the limit.
  func check(_ row: ItemRow, attachments: [Attachment], over old: ItemRow?) throws {
    if row.tags.count > max(tags, old?.tags.count ?? 0) {
      throw Self.excess("tags", "An item has at most \(tags) tags.", tags)
    }
    if row.attachments != old?.attachments { try check(attachments, over: old) }
    if attachments.count > self.attachments,
      row.attachments?.utf8.count ?? 0 > old?.attachments?.utf8.count ?? 0
    {
      throw Self.excess(
        "attachments", "An item has at most \(self.attachments) attachments.", self.attachments)
    }
    if row.properties.utf8.count > max(propertyBytes, old?.properties.utf8.count ?? 0) {
      throw Self.excess(
        "properties", "The properties of an item have at most \(propertyBytes) bytes as JSON.",
        propertyBytes)
    }
  }

  /// Checks what an edge is to hold.
  ///
  /// - Throws: `ValidationError` with the field and the limit.
  func check(_ row: EdgeRow, over old: EdgeRow? = nil) throws {
    if row.properties.utf8.count > max(edgePropertyBytes, old?.properties.utf8.count ?? 0) {
      throw Self.excess(
        "properties",
        "The properties of an edge have at most \(edgePropertyBytes) bytes as JSON.",
        edgePropertyBytes)
    }
  }

  static func excess(_ field: String, _ message: String, _ limit: Int) -> ValidationError {
    ValidationError(
      message: message, details: ["field": .string(field), "limit": .integer(Int64(limit))])
  }
}

/// What a list shows of an item, without its text.
public struct ItemSummary: Hashable, Sendable, Identifiable {
  /// The item's key in this file, which orders equal sort values.
  public var key: Int64
  /// The item's id.
  public var id: String
  /// The dotted name of the type.
  public var type: String
  /// Where the item is in its life.
  public var state: ItemState
  /// The display title; may be empty.
  public var title: String
  /// The tags, sorted; taken apart at each access.
  public var tags: [String] {
    get { TagColumn.tags(tagText) }
    set { tagText = TagColumn.text(newValue) }
  }
  /// The tags as the row has them; a list of thousands does not take them apart.
  private var tagText: String
  /// Whether the item carries the tag `pinned`.
  public var isPinned: Bool
  /// Whether the item carries the tag `favorite`.
  public var isFavourite: Bool
  /// How many blobs belong to it.
  public var attachmentCount: Int
  /// Starts at 1; each change of the properties adds 1.
  public var version: Int
  /// When it was made.
  public var createdAt: Timestamp
  /// When anything of it last changed.
  public var updatedAt: Timestamp
  /// The time that matters to the person.
  public var timestamp: Timestamp
  /// When its text or another property last changed, which pinning, tagging, archiving and
  /// restoring do not.
  public var editedAt: Timestamp
  /// What of it is not on the server as it is here; nothing in a store without a server.
  var syncFlags: SyncFlags = []

  /// Whether the server has not accepted all that was changed here.
  public var isUnsent: Bool { syncFlags.contains(.isUnsent) }
  /// Whether the server refused a change, which waits for a person.
  public var isRefused: Bool { syncFlags.contains(.isRefused) }
  /// Whether a change contradicts the server's and waits for a person.
  public var isInConflict: Bool { syncFlags.contains(.isParked) }

  /// A summary with its tags in order.
  public init(
    key: Int64, id: String, type: String, state: ItemState, title: String, tags: [String],
    isPinned: Bool, isFavourite: Bool, attachmentCount: Int, version: Int, createdAt: Timestamp,
    updatedAt: Timestamp, timestamp: Timestamp, editedAt: Timestamp
  ) {
    self.init(
      key: key, id: id, type: type, state: state, title: title, tagText: TagColumn.text(tags),
      isPinned: isPinned, isFavourite: isFavourite, attachmentCount: attachmentCount,
      version: version, createdAt: createdAt, updatedAt: updatedAt, timestamp: timestamp,
      editedAt: editedAt)
  }

  /// Takes the tags as the row has them, and reads them when they are asked for.
  init(
    key: Int64, id: String, type: String, state: ItemState, title: String, tagText: String,
    isPinned: Bool, isFavourite: Bool, attachmentCount: Int, version: Int, createdAt: Timestamp,
    updatedAt: Timestamp, timestamp: Timestamp, editedAt: Timestamp
  ) {
    self.key = key
    self.id = id
    self.type = type
    self.state = state
    self.title = title
    self.tagText = tagText
    self.isPinned = isPinned
    self.isFavourite = isFavourite
    self.attachmentCount = attachmentCount
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.timestamp = timestamp
    self.editedAt = editedAt
  }
}

/// A row of an item window: what a list shows of an item, without its text.
@dynamicMemberLookup
public struct ListedItem: Hashable, Sendable, Identifiable {
  /// The marks next to a row.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The marks as bits.
    public let rawValue: UInt8

    /// The marks of the bits that are set.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The item carries the tag `pinned`.
    public static let pinned = Flags(rawValue: 1)
    /// The item carries the tag `favorite`.
    public static let favourite = Flags(rawValue: 2)
    /// Blobs belong to the item.
    public static let hasAttachment = Flags(rawValue: 4)
    /// The item no longer belongs to the list, and stays until the selection leaves it.
    public static let hasLeft = Flags(rawValue: 8)
    /// The server has not accepted all that was changed here.
    public static let isUnsent = Flags(rawValue: 32)
    /// The server refused a change of the item, which waits for a person.
    public static let isRefused = Flags(rawValue: 64)
    /// A change of the item contradicts the server's and waits for a person.
    public static let isInConflict = Flags(rawValue: 128)
  }

  /// Id, title, type, tags, state and times.
  public var summary: ItemSummary
  /// The beginning of the body when the window was asked for it, at most 160 characters.
  public var excerpt: String?
  /// What the store does not say of the row.
  var marks: Flags = []

  /// A row as a test or a preview shows it; windows make their own.
  public init(summary: ItemSummary, excerpt: String? = nil) {
    self.summary = summary
    self.excerpt = excerpt
  }

  /// The item's id.
  public var id: String { summary.id }

  /// The marks next to the row.
  public var flags: Flags {
    var flags = marks
    if summary.isPinned { flags.insert(.pinned) }
    if summary.isFavourite { flags.insert(.favourite) }
    if summary.attachmentCount > 0 { flags.insert(.hasAttachment) }
    if summary.isUnsent { flags.insert(.isUnsent) }
    if summary.isRefused { flags.insert(.isRefused) }
    if summary.isInConflict { flags.insert(.isInConflict) }
    return flags
  }

  /// A part of the summary.
  public subscript<Value>(dynamicMember path: KeyPath<ItemSummary, Value> & Sendable) -> Value {
    summary[keyPath: path]
  }
}

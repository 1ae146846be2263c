/// Everything that settles a version conflict: the three sides, the policy, and what a copy
/// would carry.
public struct ConflictContext: Codable, Hashable, Sendable {
  /// The item in conflict.
  public var itemId: String
  /// Its type.
  public var type: String
  /// The item as it is on the server.
  public var current: PropertiesSnapshot
  /// The item as the client had it; nil when its history is gone.
  public var ancestor: PropertiesSnapshot?
  /// The fields that both sides changed.
  public var conflictingFields: [String]
  /// The properties that the client sent.
  public var clientPatch: [String: JSONValue]
  /// How each field is to be settled.
  public var mergePolicy: MergePolicy
  /// The item's tags, for a copy.
  public var tags: [String]
  /// The item's tier, for a copy.
  public var tier: ItemTier?
  /// The item's attachments, for a copy.
  public var attachments: [Attachment]

  /// Both sides of a conflict, and their common ancestor if it is known.
  public init(
    itemId: String, type: String, current: PropertiesSnapshot, ancestor: PropertiesSnapshot?,
    conflictingFields: [String], clientPatch: [String: JSONValue], mergePolicy: MergePolicy,
    tags: [String] = [], tier: ItemTier? = nil, attachments: [Attachment] = []
  ) {
    self.itemId = itemId
    self.type = type
    self.current = current
    self.ancestor = ancestor
    self.conflictingFields = conflictingFields
    self.clientPatch = clientPatch
    self.mergePolicy = mergePolicy
    self.tags = tags
    self.tier = tier
    self.attachments = attachments
  }

  /// The context of a refused patch of an item.
  public init(_ error: ConflictError, item: Item, tags: [String]) {
    self.init(
      itemId: item.id, type: item.type, current: error.current, ancestor: error.ancestor,
      conflictingFields: error.conflictingFields, clientPatch: error.clientPatch,
      mergePolicy: error.mergePolicy, tags: tags, tier: item.tier,
      attachments: item.attachments)
  }

  /// The context as an error for a caller who settles conflicts alone.
  public var error: ConflictError {
    ConflictError(
      current: current, ancestor: ancestor, conflictingFields: conflictingFields,
      clientPatch: clientPatch, mergePolicy: mergePolicy)
  }
}

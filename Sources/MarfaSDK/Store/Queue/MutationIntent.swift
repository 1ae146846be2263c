/// A change that a person made, as it is queued: what changed, not to which values.
package struct MutationIntent: Hashable, Sendable {
  /// The verb.
  package var kind: MutationKind
  /// The key of the item; nil for edges and blobs, and for an item that is gone.
  package var item: Int64?
  /// The id of an item that is gone.
  package var itemId: String?
  /// An edge's id, an extension's namespace or a blob's hash.
  package var subject: String?
  /// Names of the properties that change, tags, or the state, sorted.
  package var detail: [String] = []
  /// The fields outside the properties that change.
  package var side: SideFields = []
  /// How a conflict is settled; the client's way when nil.
  package var conflict: ConflictStrategy?
  /// The version that the caller named.
  package var explicitVersion: Int?
  /// What the server has of something that is gone; nil for nothing.
  package var base: String?
  /// What must be on the server first.
  package var references: [MutationReference] = []

  package init(
    kind: MutationKind, item: Int64? = nil, itemId: String? = nil, subject: String? = nil,
    detail: [String] = [], side: SideFields = [], conflict: ConflictStrategy? = nil,
    explicitVersion: Int? = nil, base: String? = nil, references: [MutationReference] = []
  ) {
    (self.kind, self.item, self.itemId, self.subject) = (kind, item, itemId, subject)
    (self.detail, self.side, self.conflict) = (detail, side, conflict)
    (self.explicitVersion, self.base, self.references) = (explicitVersion, base, references)
  }

  /// The creation of an edge that is here already.
  static func creation(ofEdge id: String, from source: String, to target: String) -> Self {
    MutationIntent(
      kind: .createEdge, subject: id,
      references: [
        MutationReference(role: .source, id: source), MutationReference(role: .target, id: target),
      ])
  }

  /// Whether it tells the server from which file an item was imported.
  var isOrigin: Bool { kind == .setExtension && subject.map(ItemOrigin.isTold) == true }
}

/// Something that a change refers to.
package struct MutationReference: Hashable, Sendable {
  /// The role of what is referred to; the numbers are in the table and never change.
  package enum Role: Int64, Sendable {
    /// The item at which an edge starts.
    case source = 0
    /// The item to which an edge points.
    case target = 1
    /// A blob that belongs to the item.
    case blob = 2
  }

  package var role: Role
  /// An item's id or a blob's hash.
  package var id: String

  package init(role: Role, id: String) { (self.role, self.id) = (role, id) }
}

/// The fields of an item outside its properties that an update may change.
///
/// The numbers are in the table and never change.
package struct SideFields: OptionSet, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }

  package static let tier = SideFields(rawValue: 1)
  package static let timestamp = SideFields(rawValue: 2)
  package static let sourceId = SideFields(rawValue: 4)
  package static let attachments = SideFields(rawValue: 8)
  /// No field, but that the person changed the text of an item which they saw in the trash.
  package static let knowsTrash = SideFields(rawValue: 16)

  /// Whether no field is among them.
  package var areEmpty: Bool { subtracting(.knowsTrash).isEmpty }
}

/// One row of the queue.
package struct QueueRow: Hashable, Sendable {
  /// Orders the rows.
  package var key: Int64
  /// The mutation's id, which is its idempotency key.
  package var id: String
  /// What changed.
  package var intent: MutationIntent
  /// The server's version that the change was made on; nil while an earlier row of the item decides
  /// it.
  package var baseVersion: Int?
  /// The frozen body of the request, JSON; nil while the row is bound to no values.
  package var request: String?
  /// Whether it is being sent.
  package var isInFlight = false
  /// How often it was sent.
  package var attempt = 0

  package init(
    key: Int64, id: String, intent: MutationIntent, baseVersion: Int? = nil,
    request: String? = nil, isInFlight: Bool = false, attempt: Int = 0
  ) {
    (self.key, self.id, self.intent, self.baseVersion) = (key, id, intent, baseVersion)
    (self.request, self.isInFlight, self.attempt) = (request, isInFlight, attempt)
  }

  /// Whether its values no longer follow the item.
  package var isFrozen: Bool { request != nil }
}

import MarfaModel

/// A change of anything that a route changes.
///
/// Each is refused with 403 (`forbidden`, `type_not_permitted`, `edge_permission_denied`) before
/// it is validated, and with `item_not_found` when the item may not be seen.
public enum StoreMutation: Hashable, Sendable {
  /// `POST /items`: 201 `{item, metadata}`, or 200 when the natural key or an equal item with the
  /// same id was there.
  ///
  /// `validation_error`, `invalid_type`, `invalid_id`, `invalid_properties`,
  /// `edge_constraint_violation`, `edge_cycle`; `conflict` for an id with other content.
  case createItem(CreateItemInput)
  /// `PATCH /items/{id}`: 200 `{item, metadata}`.
  ///
  /// `ConflictError` with ancestor and merge policy, or `source_id_conflict`; else as above.
  case patchItem(id: String, PatchItemBody)
  /// `DELETE /items/{id}`: 200 ok; the item is trashed, by a device if it has a name.
  case trashItem(id: String, device: String? = nil)
  /// `POST /items/{id}/restore`: 200 `{item, metadata}`; the item is active.
  case restoreItem(id: String)
  /// `POST /items/{id}/transition`: 200 `{item, metadata}`; `invalid_transition`.
  case transitionItem(id: String, ItemState, device: String? = nil)
  /// `DELETE /items/{id}/purge`: 200 ok; administrators only. 409 `version_conflict` for an item
  /// that is not as expected.
  case purgeItem(id: String, PurgeCondition = PurgeCondition())
  /// `PUT /items/{id}/metadata`: 200 `{metadata}`; these tags and no others.
  case setTags(id: String, [String])
  /// `PATCH /items/{id}/metadata` and `POST /items/{id}/tags`: 200 `{metadata}`; these as well.
  case addTags(id: String, [String])
  /// `DELETE /items/{id}/tags/{tag}`: 200 `{metadata}`, also when it was not there.
  case removeTag(id: String, String)
  /// `PUT /items/{id}/extensions/{namespace}`: 200 `{extensions}`; at most 100 KB.
  case setExtension(id: String, namespace: String, [String: JSONValue])
  /// `DELETE /items/{id}/extensions/{namespace}`: 200 `{extensions}`.
  case removeExtension(id: String, namespace: String)
  /// `POST /items/bulk`: 200 counts and results; `bulk_atomic_rollback`; administrators only.
  case bulkItems(BulkBody<CreateItemInput>)
  /// `POST /items/bulk_action`: 200 counts; `bulk_confirmation_required`, `bulk_cap_exceeded`.
  case bulkAction(BulkAction)
  /// `POST /edges`: 201 `{edge}`; `edge_constraint_violation`, `edge_cycle`, `item_not_found`,
  /// `edge_type_not_found`.
  case createEdge(CreateEdgeInput)
  /// `PATCH /edges/{id}`: 200 `{edge}`; null takes a property away; `edge_not_found`.
  case patchEdge(id: String, properties: [String: JSONValue])
  /// `DELETE /edges/{id}`: 200 ok; `edge_not_found`.
  case deleteEdge(id: String)
  /// `POST /edges/bulk`: 200 counts and results; administrators only.
  case bulkEdges(BulkBody<CreateEdgeInput>)
  /// `POST /edges/types`: 201 `{edge_type}`; `conflict`; administrators only.
  case registerEdgeType(EdgeType)
  /// `DELETE /edges/types/{id}`: 200 ok; 400 for a core type, `edge_type_not_found`, and
  /// `type_in_use` while edges of it exist.
  case deleteEdgeType(id: String)
  /// `POST /types`: 201 `{type}`; `type_already_exists` and the codes of a bad schema.
  case registerType(ItemType)
  /// `PUT /types/{id}`: 200 `{type}`; `version_bump_mismatch`, `core_type_immutable`.
  case updateType(ItemType)
  /// `DELETE /types/{id}`: 200 ok; `type_in_use` unless forced, and always while types inherit
  /// from it. Items of a type that was deleted by force stay as they are.
  case deleteType(id: String, Force)
  /// `POST /webhooks`: 201 the webhook.
  case createWebhook(NewWebhook)
  /// `PATCH /webhooks/{id}`: 200 the webhook; `webhook_not_found`.
  case patchWebhook(id: String, PatchWebhookBody)
  /// `DELETE /webhooks/{id}`: 200 ok; its deliveries go too.
  case deleteWebhook(id: String)
  /// `POST /keys`: 201 the key without its secret, which the store never sees.
  case createKey(StoredKey)
  /// `PATCH /keys/{id}`: 200 the key; `not_found`.
  case patchKey(id: String, PatchKeyBody)
  /// `DELETE /keys/{id}`: 200 ok; `not_found`, and `conflict` for the last administrator's.
  case deleteKey(id: String)
  /// `POST` and `DELETE /profile/me/avatar`: 200 the profile, with the blob of a hash as its
  /// picture or without one.
  case setAvatar(hash: String?)
  /// `PUT /tenants/current/config`: 200 what counts now; administrators only.
  case setTenant(TenantConfiguration)
  /// `PATCH /profile/me`: 200 the profile.
  case patchProfile(PatchProfileBody)

  /// Whether a deletion goes on although something uses what is deleted.
  public enum Force: Hashable, Sendable {
    /// It is refused.
    case unforced
    /// It goes on.
    case forced
  }

  /// The id of the item or edge that is made or changed; nil where none is named.
  public var subject: String? {
    switch self {
    case .createItem(let input): input.id
    case .createEdge(let input): input.id
    case .patchEdge(let id, _), .deleteEdge(let id): id
    default: itemIds.first
    }
  }

  /// Whether an item or an edge is made.
  var isCreation: Bool {
    switch self {
    case .createItem, .createEdge: true
    default: false
    }
  }

  /// The items that the change needs, so that it waits for their creation.
  public var itemIds: [String] {
    switch self {
    case .createItem(let input): input.id.map { [$0] } ?? []
    case .patchItem(let id, _), .trashItem(let id, _), .restoreItem(let id),
      .transitionItem(let id, _, _), .purgeItem(let id, _), .setTags(let id, _),
      .addTags(let id, _),
      .removeTag(let id, _), .setExtension(let id, _, _), .removeExtension(let id, _):
      [id]
    case .createEdge(let input): [input.sourceId, input.targetId]
    default: []
    }
  }
}

/// `POST /items/bulk_action`: one change of every item that a filter finds.
public struct BulkAction: Hashable, Sendable {
  /// The change.
  public enum Change: Hashable, Sendable {
    /// To another state.
    case transition(ItemState)
    /// For good; `confirmation` must be `PURGE`.
    case purge(confirmation: String?)
    /// Tags to add and to remove.
    case updateTags(add: [String], remove: [String])
    /// To another tier.
    case updateTier(ItemTier)
    /// A shallow merge of properties; null removes.
    case updateProperties([String: JSONValue])
    /// To another time.
    case updateTimestamp(String)
  }

  /// The highest `maximumCount`.
  public static let countLimit = 50_000

  /// Which items; limit, order and cursor are not looked at.
  public var filters: ListFilters
  /// The change.
  public var change: Change
  /// Whether the matches are only counted.
  public var isDryRun: Bool
  /// With more matches than these nothing is done (`bulk_cap_exceeded`); 10,000 when nil.
  public var maximumCount: Int?
  /// Whether events are sent; no by default.
  public var emitEvents: Bool

  /// A bulk action.
  public init(
    filters: ListFilters, change: Change, isDryRun: Bool = false, maximumCount: Int? = nil,
    emitEvents: Bool = false
  ) {
    self.filters = filters
    self.change = change
    self.isDryRun = isDryRun
    self.maximumCount = maximumCount
    self.emitEvents = emitEvents
  }
}

/// One entry of `POST /mutations`.
public struct BatchEntry: Sendable {
  /// The entry's idempotency key, and its name in the answer.
  public var idempotency: IdempotencyKey
  /// The change, or why the entry is none (a `MarfaError`).
  public var mutation: Result<StoreMutation, any Error>
  /// The id of the item or edge that the entry makes or changes; nil where it names none.
  public var subject: String?
  /// Whether the entry makes its subject.
  public var isCreation: Bool

  /// Takes each part as it is.
  public init(
    idempotency: IdempotencyKey, mutation: Result<StoreMutation, any Error>,
    subject: String? = nil, isCreation: Bool = false
  ) {
    self.idempotency = idempotency
    self.mutation = mutation
    let change = try? mutation.get()  // Whatever is wrong with it is its answer.
    self.subject = subject ?? change?.subject
    self.isCreation = isCreation || change?.isCreation ?? false
  }
}

/// What became of one entry of `POST /mutations`.
public struct BatchAnswer: Hashable, Sendable {
  /// The entry's idempotency key.
  public var id: String
  /// What the entry's own request would have been answered.
  public var answer: StoreAnswer

  /// Takes each part as it is.
  public init(id: String, answer: StoreAnswer) {
    self.id = id
    self.answer = answer
  }
}

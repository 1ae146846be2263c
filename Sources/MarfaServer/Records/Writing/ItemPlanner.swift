import MarfaModel

/// What a creation writes, decided by what was read and written later.
///
/// It holds as long as the item that it is about is as it was, and the catalogue, too.
struct CreationPlan: Sendable {
  /// What becomes of the item.
  enum Change: Sendable {
    /// A new one is made; its id and times are not known yet.
    case insertion(ItemDraft)
    /// It is changed.
    case update(ItemRow, ItemUpdate)
    /// Nothing.
    case none(ItemRow)
  }

  /// The creation in the name of who makes it.
  let input: CreateItemInput
  /// What becomes of the item.
  fileprivate(set) var change: Change

  /// The item as it was; nil when a new one is made.
  var existing: ItemRow? {
    switch change {
    case .insertion: nil
    case .update(let row, _), .none(let row): row
    }
  }
}

/// A change of an item that was checked.
struct ItemUpdate: Sendable {
  let old: Item
  let new: Item
  let tags: [String]
  /// What is written, if it was made before the writer's turn.
  fileprivate(set) var draft: ItemDraft?
}

/// An item that a creation is about.
enum ItemMatch {
  /// It has the source and source id.
  case byNaturalKey(ItemRow)
  /// It has the id.
  case byId(ItemRow)

  /// The item.
  var row: ItemRow {
    switch self {
    case .byNaturalKey(let row), .byId(let row): row
    }
  }
}

/// The rules of a creation up to what is written: they read and change nothing.
struct ItemPlanner {
  let rows: any RecordRows
  let context: WriteContext

  /// The item that a creation is about; nil when it makes a new one.
  func find(_ input: CreateItemInput) throws -> ItemMatch? {
    if let sourceId = input.sourceId,
      let row = try rows.item(source: context.source, sourceId: sourceId)
    {
      return .byNaturalKey(row)
    }
    return try input.id.flatMap { try rows.item(id: $0) }.map(ItemMatch.byId)
  }

  /// Decides what a creation writes.
  ///
  /// - Parameters:
  ///   - given: The creation.
  ///   - found: The item that it is about.
  ///   - repeated: What becomes of a creation whose id is taken.
  /// - Returns: The plan.
  /// - Throws: `MarfaModel`'s errors with the codes of a creation.
  func plan(
    _ given: CreateItemInput, over found: ItemMatch?, _ repeated: RecordWriter.Repetition
  ) throws -> CreationPlan {
    try SystemItems.checkCreation(ofType: given.type)
    var input = given
    input.source = context.source
    input.device = given.device ?? context.device
    if let sourceId = input.sourceId { try RecordWriter.validate(sourceId: sourceId) }
    if let device = input.device { try RecordWriter.validate(device: device) }
    if let id = input.id { try ItemRules.validateId(id) }
    switch found {
    case nil: return CreationPlan(input: input, change: .insertion(try insertion(of: input)))
    case .byNaturalKey(let row):
      guard try isReadable(row) else { throw try taken(input.sourceId, by: row) }
      guard row.type == input.type else {
        throw ValidationError(
          message: "The item with this source id has the type \(row.type).",
          details: ["field": "type", "id": .string(row.id)])
      }
      return CreationPlan(input: input, change: .update(row, try update(of: row, with: input)))
    case .byId(let row):
      guard try !rows.isBeingPurged(row) else { throw StoreErrors.isBeingPurged(row.id) }
      return CreationPlan(input: input, change: try repetition(of: row, input, repeated))
    }
  }

  /// The plan with everything that can be made of values before the writer's turn.
  func drafted(_ plan: CreationPlan) throws -> CreationPlan {
    var plan = plan
    switch plan.change {
    case .none: break
    case .insertion(let draft):
      try context.limits.check(draft.row, attachments: draft.attachments, over: nil)
    case .update(let row, var update):
      guard update.new != update.old || update.tags != row.tags else { break }
      let draft = try ItemDraft(
        update.new, tags: update.tags, over: row, keepsSnapshot: true, now: rows.now)
      try context.limits.check(draft.row, attachments: draft.attachments, over: row)
      update.draft = draft
      plan.change = .update(row, update)
    }
    return plan
  }

  /// Whether the credential may see an item.
  func isReadable(_ row: ItemRow) throws -> Bool {
    context.access.mayRead(type: row.type, in: try rows.catalogue().types)
  }

  /// The refusal of a natural key that an item has; its id only for somebody who may see it.
  func taken(_ sourceId: String?, by other: ItemRow) throws -> APIError {
    var details: [String: JSONValue] = ["source_id": sourceId.map(JSONValue.string) ?? .null]
    if try isReadable(other) { details["id"] = .string(other.id) }
    return APIError(
      code: ErrorCode.sourceIdConflict, message: "Another item has this source id.",
      details: details)
  }

  // MARK: - Each kind

  private func insertion(of input: CreateItemInput) throws -> ItemDraft {
    let catalogue = try rows.catalogue()
    // First, because this refusal names its limit.
    let tags = try RecordWriter.normalized(input.tags ?? [], ofItemOf: input.type)
    let type = try catalogue.types.validate(input, unknown: catalogue.unknownProperties)
    let item = Item(
      creating: input, id: input.id ?? "", now: rows.now, source: context.source,
      schemaVersion: type.schema.version, defaultTier: context.defaultTier)
    return try ItemDraft(item, tags: tags, trashedAt: rows.now.milliseconds)
  }

  private func update(of row: ItemRow, with input: CreateItemInput) throws -> ItemUpdate {
    let old = try row.item()
    var new = old.upserted(with: input, now: rows.now)
    let catalogue = try rows.catalogue()
    let type = try catalogue.types.validate(
      new.properties, of: new.type, unknown: catalogue.unknownProperties)
    try validateRest(of: input)
    if new.version != old.version { new.schemaVersion = type.schema.version }
    let tags =
      try input.tags.map { try RecordWriter.normalized($0, ofItemOf: new.type) } ?? row.tags
    return ItemUpdate(old: old, new: new, tags: tags)
  }

  private func repetition(
    of row: ItemRow, _ input: CreateItemInput, _ repeated: RecordWriter.Repetition
  ) throws -> CreationPlan.Change {
    if row.type == input.type, repeated == .updates {
      return .update(row, try update(of: row, with: input))
    }
    let properties = input.properties.filter { !$0.value.isNull }
    guard row.type == input.type, try StoredJSON.object(row.properties) == properties else {
      throw APIError(
        code: ErrorCode.conflict, message: "Another item has this id.",
        details: ["id": .string(row.id)])
    }
    return .none(row)
  }

  private func validateRest(of input: CreateItemInput) throws {
    if let timestamp = input.timestamp { try ItemRules.validateTimestamp(timestamp) }
    try ItemRules.validate(input.attachments ?? [])
    if let tier = input.tier, TypeName.isSystem(input.type) {
      throw StoreErrors.invalid("tier", "Items of \(input.type) cannot be \(tier.rawValue).")
    }
  }
}

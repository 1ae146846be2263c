import MarfaModel

/// What became of one creation.
struct Creation {
  var row: ItemRow
  var outcome: BulkResult.Outcome
}

/// How inline edges of an item that exists are treated.
enum InlineEdges {
  /// Each named type has these edges and no others.
  case replaced
  /// They are added to those that are there.
  case added
}

extension RecordWriter {
  /// `POST /items`.
  func create(_ input: CreateItemInput) throws -> StoreAnswer {
    try requireWrite(type: input.type)
    let creation = try upsert(input, edges: .replaced, repeated: .mustBeEqual)
    guard creation.outcome == .created else { return try answer(creation.row) }
    // A new item has no edges but those that came with it.
    guard (input.edges ?? [:]).isEmpty else { return try answer(creation.row, status: 201) }
    return StoreAnswer(
      status: 201, .item(HydratedItem(row: creation.row, hasMetadata: true, edges: [])))
  }

  /// What becomes of a creation whose id is taken.
  enum Repetition {
    /// It must have the same content.
    case mustBeEqual
    /// It updates the item.
    case updates
  }

  /// Creates an item, or updates the one with the same source and source id.
  func upsert(
    _ given: CreateItemInput, edges: InlineEdges, repeated: Repetition
  ) throws -> Creation {
    try SystemItems.checkCreation(ofType: given.type)
    var input = given
    input.source = context.source
    input.device = given.device ?? context.device
    try validateText(input)
    if let id = input.id { try ItemRules.validateId(id) }
    if let existing = try row(ofNaturalKey: input) {
      guard try isReadable(existing) else { throw try taken(input.sourceId, by: existing) }
      guard existing.type == input.type else {
        throw ValidationError(
          message: "The item with this source id has the type \(existing.type).",
          details: ["field": "type", "id": .string(existing.id)])
      }
      return try update(existing, with: input, edges)
    }
    if let id = input.id, let existing = try rows.item(id: id) {
      return try repeatCreation(of: existing, input, edges, repeated)
    }
    return try insert(input)
  }

  /// The item that a creation would update; nil when there is none.
  func row(ofNaturalKey input: CreateItemInput) throws -> ItemRow? {
    guard let sourceId = input.sourceId else { return nil }
    return try rows.item(source: context.source, sourceId: sourceId)
  }

  private func insert(_ input: CreateItemInput) throws -> Creation {
    let types = try rows.catalogue().types
    let type = try types.validate(input, unknown: unknownProperties())
    let tags = try normalized(input.tags ?? [], ofItemOf: input.type)
    let item = Item(
      creating: input, id: input.id ?? rows.ids.nextId(), now: rows.now,
      source: context.source, schemaVersion: type.schema.version,
      defaultTier: context.defaultTier)
    let row = try insert(item, tags: tags)
    try emit(.itemCreated, row)
    if !tags.isEmpty { try emitMetadata(row) }
    try setExtensions(input.extensions ?? [:], of: row)
    for (edgeType, targets) in (input.edges ?? [:]).sorted(by: { $0.key < $1.key }) {
      try setEdges(of: row, edgeType, to: targets, .added)
    }
    return Creation(row: row, outcome: .created)
  }

  private func update(
    _ existing: ItemRow, with input: CreateItemInput, _ edges: InlineEdges
  ) throws -> Creation {
    let old = try existing.item()
    var new = old.upserted(with: input, now: rows.now)
    let type = try rows.catalogue().types.validate(
      new.properties, of: new.type, unknown: unknownProperties())
    try validateRest(of: input)
    if new.version != old.version { new.schemaVersion = type.schema.version }
    let tags = try input.tags.map { try normalized($0, ofItemOf: new.type) } ?? existing.tags
    let changesBefore = rows.changeCount
    var row = try save(new, tags: tags, over: existing, old, keepsSnapshot: true)
    let extensionsBefore = rows.changeCount
    var touched = row
    touched.updatedAt = rows.now.milliseconds
    try setExtensions(input.extensions ?? [:], of: touched)
    if rows.changeCount != extensionsBefore, row.updatedAt != touched.updatedAt {
      try rows.update(touched, over: row)
      row = touched
    }
    for (edgeType, targets) in (input.edges ?? [:]).sorted(by: { $0.key < $1.key }) {
      try setEdges(of: row, edgeType, to: targets, edges)
    }
    let isChanged = rows.changeCount != changesBefore
    return Creation(row: row, outcome: isChanged ? .updated : .skipped)
  }

  private func repeatCreation(
    of existing: ItemRow, _ input: CreateItemInput, _ edges: InlineEdges, _ repeated: Repetition
  ) throws -> Creation {
    let properties = input.properties.filter { !$0.value.isNull }
    if existing.type == input.type, repeated == .updates {
      return try update(existing, with: input, edges)
    }
    guard existing.type == input.type,
      try StoredJSON.object(existing.properties) == properties
    else {
      throw APIError(
        code: ErrorCode.conflict, message: "Another item has this id.", status: 409,
        details: ["id": .string(existing.id)])
    }
    return Creation(row: existing, outcome: .skipped)
  }

  private func validateRest(of input: CreateItemInput) throws {
    if let timestamp = input.timestamp { try ItemRules.validateTimestamp(timestamp) }
    try ItemRules.validate(input.attachments ?? [])
    if let tier = input.tier, TypeName.isSystem(input.type) {
      throw StoreErrors.invalid("tier", "Items of \(input.type) cannot be \(tier.rawValue).")
    }
  }

  /// SQLite's text functions stop at a NUL, and names with one help nobody.
  private func validateText(_ input: CreateItemInput) throws {
    if let sourceId = input.sourceId { try Self.validate(sourceId: sourceId) }
    if let device = input.device { try Self.validate(device: device) }
  }

  static func validate(device: String) throws {
    guard !device.utf8.contains(0), device.utf8.count <= 1000 else {
      throw StoreErrors.invalid("device", "device has at most 1000 bytes and no NUL.")
    }
  }

  /// An empty one would make one item of all that have none.
  static func validate(sourceId: String) throws {
    guard !sourceId.utf8.contains(0), (1...1000).contains(sourceId.utf8.count) else {
      throw StoreErrors.invalid(
        "source_id", "source_id has 1 to 1000 bytes and no NUL; leave it out if there is none.")
    }
  }
}

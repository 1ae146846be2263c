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
  /// The item is new and has none.
  case first
}

extension RecordWriter {
  /// `POST /items`.
  func create(_ input: CreateItemInput) throws -> StoreAnswer {
    try requireWrite(type: input.type)
    let creation = try upsert(input, edges: .replaced, repeated: .mustBeEqual)
    guard creation.outcome == .created else { return try answer(creation.row) }
    // A new item has no edges but those that came with it.
    guard (input.edges ?? [:]).isEmpty else { return try answer(creation.row, .created) }
    return StoreAnswer(
      outcome: .created, .item(HydratedItem(row: creation.row, hasMetadata: true, edges: [])))
  }

  /// What becomes of a creation whose id is taken.
  enum Repetition {
    /// It must have the same content.
    case mustBeEqual
    /// It updates the item.
    case updates
  }

  /// Creates an item, or updates the one with the same source and source id.
  ///
  /// - Parameters:
  ///   - given: The creation.
  ///   - edges: How inline edges of an item that exists are treated.
  ///   - repeated: What becomes of a creation whose id is taken.
  ///   - prepared: What a snapshot decided; used if the item is still as it was there.
  /// - Returns: What became of it.
  /// - Throws: `MarfaModel`'s errors with the codes of a creation.
  func upsert(
    _ given: CreateItemInput, edges: InlineEdges, repeated: Repetition,
    prepared: CreationPlan? = nil
  ) throws -> Creation {
    let planner = ItemPlanner(rows: rows, context: context)
    let found = try planner.find(given)
    let plan: CreationPlan
    if let prepared, prepared.existing == found?.row {
      plan = prepared
    } else {
      plan = try planner.plan(given, over: found, repeated)
    }
    switch plan.change {
    case .insertion(let draft): return try insert(draft, plan.input)
    case .update(let row, let update): return try apply(update, to: row, plan.input, edges)
    case .none(let row): return Creation(row: row, outcome: .skipped)
    }
  }

  private func insert(_ draft: ItemDraft, _ input: CreateItemInput) throws -> Creation {
    var draft = draft
    if input.id == nil { draft.row.id = rows.ids.nextId() }
    let now = rows.now.milliseconds
    (draft.row.createdAt, draft.row.updatedAt) = (now, now)
    if input.timestamp == nil { draft.row.timestamp = now }
    if draft.row.state == .trashed { draft.row.trashedAt = now }
    let row = try insert(draft)
    try emit(.itemCreated, row)
    if !row.tags.isEmpty { try emitMetadata(row) }
    try setExtensions(input.extensions ?? [:], of: row)
    try setEdges(of: row, input.edges, .first)
    return Creation(row: row, outcome: .created)
  }

  private func apply(
    _ update: ItemUpdate, to existing: ItemRow, _ input: CreateItemInput, _ edges: InlineEdges
  ) throws -> Creation {
    let changesBefore = rows.changeCount
    var row = try save(
      update.new, tags: update.tags, over: existing, update.old, keepsSnapshot: true,
      prepared: update.draft)
    let extensionsBefore = rows.changeCount
    var touched = row
    touched.updatedAt = rows.now.milliseconds
    try setExtensions(input.extensions ?? [:], of: touched)
    if rows.changeCount != extensionsBefore, row.updatedAt != touched.updatedAt {
      try rows.update(touched, over: row)
      row = touched
    }
    try setEdges(of: row, input.edges, edges)
    let isChanged = rows.changeCount != changesBefore
    return Creation(row: row, outcome: isChanged ? .updated : .skipped)
  }

  /// SQLite's text functions stop at a NUL, and names with one help nobody.
  static func validate(device: String) throws {
    guard !device.utf8.contains(0), device.utf8.count <= 1000 else {
      throw StoreErrors.invalid("device", "device has at most 1000 bytes and no NUL.", limit: 1000)
    }
  }

  /// An empty one would make one item of all that have none.
  static func validate(sourceId: String) throws {
    guard !sourceId.utf8.contains(0), (1...1000).contains(sourceId.utf8.count) else {
      throw StoreErrors.invalid(
        "source_id", "source_id has 1 to 1000 bytes and no NUL; leave it out if there is none.",
        limit: 1000)
    }
  }
}

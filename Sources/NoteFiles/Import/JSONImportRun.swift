import MarfaSDK

/// One run of an import of JSON.
struct JSONImportRun: SteppedRun {
  private static let setSize = 500

  private var items: ExportedItems
  private let isDryRun: Bool
  private let store: LocalStore
  private var number = 0
  /// Edges of new items, which need both ends.
  private var edges: [String: [CreateEdgeInput]] = [:]
  /// Edges of items that are here and the same: a run that was killed may not have come to them.
  private var edgesOfKnown: [String: [CreateEdgeInput]] = [:]
  /// What came of it so far.
  private(set) var report = ImportReport()

  init(_ items: ExportedItems, isDryRun: Bool, store: LocalStore) {
    self.items = items
    self.isDryRun = isDryRun
    self.store = store
  }

  /// Imports one set of items, and at their end joins them; answers whether there may be more.
  mutating func step() async throws -> Bool {
    var pending: [ExportedItem] = []
    for _ in 0..<Self.setSize {
      guard let next = items.next() else {
        try await write(pending)
        try await connect()
        return false
      }
      number += 1
      switch next {
      case .failure(let failure):
        report.failed.append(.init(path: "item \(number)", reason: failure.reason))
      case .success(let item):
        if try await isNew(item) { pending.append(item) }
      }
    }
    try await write(pending)
    return true
  }

  /// Whether the item is to be made; one that exists is dealt with here.
  private mutating func isNew(_ item: ExportedItem) async throws -> Bool {
    guard let existing = try await store.item(id: item.id) else { return true }
    let tags = try await store.metadata(id: item.id).tags
    let given = item.new.input
    if existing.properties == given.properties, tags == (given.tags ?? []) {
      report.skipped.append(.init(path: item.id, reason: ImportReason.unchanged))
      if !item.edges.isEmpty, !isDryRun { edgesOfKnown[item.id] = item.edges }
    } else if existing.state == .trashed {
      report.skipped.append(.init(path: item.id, reason: ImportReason.trashed))
    } else if let time = item.new.updatedAt, time.iso8601 > existing.updatedAt {
      try await update(existing, tagged: tags, to: item)
    } else {
      report.skipped.append(.init(path: item.id, reason: ImportReason.changedHere))
    }
    return false
  }

  private mutating func update(
    _ existing: Item, tagged tags: [String], to item: ExportedItem
  ) async throws {
    guard !isDryRun else {
      report.importedCount += 1
      return
    }
    var patch = item.new.input.properties
    for name in existing.properties.keys where patch[name] == nil { patch[name] = .null }
    do {
      let difference = TagDifference(from: Set(tags), to: Set(item.new.input.tags ?? []))
      try await store.change(
        id: item.id, properties: patch, tags: difference, basedOn: existing.revision)
      report.importedCount += 1
    } catch is ConflictError {
      report.failed.append(.init(path: item.id, reason: ImportReason.changedMeanwhile))
    }
  }

  // MARK: - Writing

  private mutating func write(_ pending: [ExportedItem]) async throws {
    guard !pending.isEmpty else { return }
    if isDryRun {
      report.importedCount += pending.count
      return
    }
    do {
      _ = try await store.createItems(pending.map(\.new))
      pending.forEach { made($0) }
    } catch is any MarfaError {
      // One is refused: each is written alone, so that only that one is missing.
      for item in pending {
        do {
          _ = try await store.createItems([item.new])
          made(item)
        } catch let error as any MarfaError {
          report.failed.append(.init(path: item.id, reason: error.message))
        }
      }
    }
  }

  private mutating func made(_ item: ExportedItem) {
    report.importedCount += 1
    edges[item.id] = item.edges
  }

  /// Makes the edges of new items what the export says: links in texts have made most of them.
  private mutating func connect() async throws {
    for (id, wanted) in edges.sorted(by: { $0.key < $1.key }) {
      try Task.checkCancellation()
      let present = try await store.edges(EdgeFilters(sourceId: id)).data
        .filter { $0.edgeType != EdgeType.parentOf.id }
      for edge in present where !wanted.contains(where: { $0.isSame(as: edge) }) {
        try await store.deleteEdge(id: edge.id)
      }
      try await make(wanted.filter { edge in !present.contains { edge.isSame(as: $0) } }, of: id)
    }
    edges = [:]
    for (id, wanted) in edgesOfKnown.sorted(by: { $0.key < $1.key }) {
      try Task.checkCancellation()
      let present = try await store.edges(EdgeFilters(sourceId: id)).data
      try await make(wanted.filter { edge in !present.contains { edge.joins(as: $0) } }, of: id)
    }
    edgesOfKnown = [:]
  }

  private mutating func make(_ missing: [CreateEdgeInput], of id: String) async throws {
    for edge in missing {
      do {
        _ = try await store.createEdge(edge)
      } catch let error as any MarfaError {
        report.remarks.append(
          .init(path: id, reason: "link to \(edge.targetId) left out: \(error.message)"))
      }
    }
  }
}

extension CreateEdgeInput {
  /// Whether an edge joins the same items in the same way.
  fileprivate func joins(as edge: Edge) -> Bool {
    targetId == edge.targetId && edgeType == edge.edgeType
  }

  /// Whether it has the same properties, too.
  fileprivate func isSame(as edge: Edge) -> Bool {
    joins(as: edge) && (properties ?? [:]) == edge.properties
  }
}

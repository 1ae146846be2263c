import MarfaModel

/// Looks whether every record of an archive can be restored, before the first is written.
///
/// It reads one snapshot, and what the archive brings in addition.
struct ArchiveCheck {
  private let rows: any RecordRows
  private var types: [ItemType]
  private var edgeTypes: [EdgeType]
  private var registry: TypeRegistry
  private var rules: EdgeRules
  /// The types of the items that the archive brings, by id.
  private var items: [String: String] = [:]
  /// Items that are passed over because another has their natural key, and that other.
  private var standIns: [String: String] = [:]
  private var planned = PlannedEdges()
  /// The edges that the archive brings: their ids, and their ends with the type.
  private var edges: Set<String> = []

  init(rows: any RecordRows) throws {
    self.rows = rows
    types = try rows.registeredTypes()
    edgeTypes = try rows.registeredEdgeTypes()
    (registry, rules) = Self.catalogue(types, edgeTypes)
  }

  private static func catalogue(
    _ types: [ItemType], _ edgeTypes: [EdgeType]
  ) -> (TypeRegistry, EdgeRules) {
    let registry = TypeRegistry(CoreTypes.all + CoreTypes.system + types)
    return (registry, EdgeRules(itemTypes: registry, custom: edgeTypes))
  }

  /// Looks at the next record.
  ///
  /// - Throws: `MarfaModel`'s errors: why it cannot be restored.
  mutating func take(_ record: ArchiveRecord) throws {
    switch record {
    case .settings(let settings): try ArchiveRules.check(settings)
    case .profile(let profile): try ArchiveRules.check(profile)
    case .type(let type):
      guard registry[type.id] == nil else { return }
      try registry.validateRegistration(of: type)
      types.append(type)
      (registry, rules) = Self.catalogue(types, edgeTypes)
    case .edgeType(let type):
      guard rules.edgeTypes[type.id] == nil else { return }
      try rules.validateRegistration(of: type)
      edgeTypes.append(type)
      (registry, rules) = Self.catalogue(types, edgeTypes)
    case .item(let item): try take(item)
    case .edge(let edge): try take(edge)
    case .blob(let blob): try ArchiveRules.check(blob)
    }
  }

  private mutating func take(_ archived: ArchivedItem) throws {
    try ArchiveRules.check(archived)
    let item = archived.item
    guard items[item.id] == nil, try rows.item(id: item.id) == nil else { return }
    if item.state != .trashed, let sourceId = item.sourceId,
      let taken = try rows.item(source: item.source, sourceId: sourceId)
    {
      standIns[item.id] = taken.id
      return
    }
    items[item.id] = item.type
  }

  private mutating func take(_ edge: Edge) throws {
    try ArchiveRules.check(edge)
    var edge = edge
    edge.sourceId = standIns[edge.sourceId] ?? edge.sourceId
    edge.targetId = standIns[edge.targetId] ?? edge.targetId
    let twin = "\(edge.sourceId) \(edge.edgeType) \(edge.targetId)"
    guard !edges.contains(twin), !edges.contains(edge.id), try rows.edge(id: edge.id) == nil,
      try rows.edge(from: edge.sourceId, to: edge.targetId, ofType: edge.edgeType) == nil
    else { return }
    try rules.validate(
      CreateEdgeInput(
        id: edge.id, sourceId: edge.sourceId, targetId: edge.targetId, edgeType: edge.edgeType,
        properties: edge.properties),
      in: StoredEdges(rows: rows, types: items, planned: planned))
    for id in [edge.sourceId, edge.targetId] {
      guard try items[id] != nil || rows.item(id: id) != nil else {
        throw StoreErrors.itemNotFound(id)
      }
    }
    planned.add(edge)
    edges.formUnion([twin, edge.id])
  }
}

import MarfaModel

extension MemoryTransaction {
  /// The items of a selection, in no order.
  func matching(_ selection: ItemSelection) throws -> [ItemRow] {
    let records = try selection.recordType.map(records(ofType:)) ?? []
    return try (Array(tables.items.values) + records).filter { try matches($0, selection) }
  }

  private func matches(_ row: ItemRow, _ selection: ItemSelection) throws -> Bool {
    guard selection.state.map({ row.state == $0 }) ?? (row.state != .trashed),
      selection.listedTypes?.contains(row.type) ?? true,
      selection.source.map({ row.source == $0 }) ?? true,
      selection.tier.map({ row.tier == $0 }) ?? true,
      selection.since.map({ row.timestamp >= $0 }) ?? true,
      selection.until.map({ row.timestamp <= $0 }) ?? true,
      selection.changedSince.map({ row.updatedAt >= $0 }) ?? true,
      Set(selection.tags).isSubset(of: row.tags)
    else { return false }
    for neighbour in selection.neighbours {
      let others = others(of: row, neighbour.end, selection.visibility)[neighbour.type] ?? []
      guard others.contains(neighbour.other) else { return false }
    }
    guard let filter = selection.filter else { return true }
    return filter.matches(
      FilterSubject(
        item: try row.item(), tags: row.tags,
        targets: others(of: row, .source, selection.visibility),
        sources: others(of: row, .target, selection.visibility)))
  }

  /// The items at the other ends of an item's edges that may be seen, by the edges' type.
  private func others(
    of row: ItemRow, _ end: EdgeEnd, _ visibility: Visibility
  ) -> [String: [String]] {
    let keys = end == .source ? tables.outgoing[row.id] : tables.incoming[row.id]
    return edges(keys).filter { edge in
      (visibility.edgeTypes?.contains(edge.type) ?? true)
        && visibility.shows(itemType: end == .source ? edge.targetType : edge.sourceType)
    }.reduce(into: [:]) { ends, edge in
      ends[edge.type, default: []].append(end == .source ? edge.targetId : edge.sourceId)
    }
  }

  // MARK: - Records of the server

  /// The server's records of a system type as items; their keys are negative.
  func records(ofType type: String) throws -> [ItemRow] {
    switch type {
    case "system.credential":
      tables.apiKeys.values.map { Self.record(of: $0.value, number: $0.number) }
    case "system.webhook":
      try tables.webhooks.values.map { try Self.record(of: $0.value, number: $0.number) }
    case "system.profile": try Self.record(of: profile()).map { [$0] } ?? []
    default: []
    }
  }

  private static func record(of key: StoredKey, number: Int64) -> ItemRow {
    func map(_ names: [String: String]) -> JSONValue { .object(names.mapValues(JSONValue.string)) }
    var properties: [String: JSONValue] = [
      "kind": "api_key", "label": .string(key.label), "role": .string(key.role),
      "is_platform": .bool(key.isPlatform), "type_permissions": map(key.typePermissions),
      "extension_permissions": map(key.extensionPermissions),
      "edge_permissions": map(key.edgePermissions),
      "metadata_permissions": map(key.metadataPermissions),
      "document_permissions": map(key.documentPermissions),
    ]
    properties["default_tier"] = key.defaultTier.map { .string($0.rawValue) }
    return record(
      key.id, "system.credential", number, source: key.source,
      createdAt: key.createdAt.milliseconds, updatedAt: key.createdAt.milliseconds, properties)
  }

  private static func record(of webhook: Webhook, number: Int64) throws -> ItemRow {
    var properties: [String: JSONValue] = [
      "url": .string(webhook.url), "events": .array(webhook.events.map(JSONValue.string)),
      "active": .bool(webhook.active),
    ]
    properties["type_filter"] = webhook.typeFilter.map { .array($0.map(JSONValue.string)) }
    return record(
      webhook.id, "system.webhook", number,
      createdAt: try StoredJSON.milliseconds(webhook.createdAt),
      updatedAt: try StoredJSON.milliseconds(webhook.updatedAt), properties)
  }

  private static func record(of profile: Profile) throws -> ItemRow? {
    guard let id = profile.id, let created = profile.createdAt, let updated = profile.updatedAt
    else { return nil }
    var properties = try StoredJSON.object(StoredJSON.text(encoding: profile))
    for name in ["id", "created_at", "updated_at"] { properties[name] = nil }
    return record(
      id, "system.profile", 1, createdAt: try StoredJSON.milliseconds(created),
      updatedAt: try StoredJSON.milliseconds(updated), properties)
  }

  private static func record(
    _ id: String, _ type: String, _ number: Int64, source: String = "marfa-server",
    createdAt: Int64, updatedAt: Int64, _ properties: [String: JSONValue]
  ) -> ItemRow {
    ItemRow(
      key: -number, id: id, type: type, state: .active, tier: nil, version: 1, schemaVersion: 1,
      source: source, sourceId: nil, device: nil, stateDevice: nil, latitude: nil, longitude: nil,
      timestamp: createdAt, createdAt: createdAt, updatedAt: updatedAt, trashedAt: nil, tags: [],
      attachments: nil, properties: StoredJSON.text(properties))
  }
}

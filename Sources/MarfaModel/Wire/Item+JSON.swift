extension Item: JSONCodable {
  /// The names on the wire.
  public static let memberNames = [
    "id", "type", "properties", "state", "tier", "tenant_id", "version", "schema_version", "source",
    "source_id", "device", "state_device", "capture_latitude", "capture_longitude", "timestamp",
    "created_at", "updated_at", "attachments", "edges", "extensions",
  ]

  /// Reads an item; what is hydrated, the attachments and the optional fields may be absent.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    let createdAt = try members.string("created_at")
    guard let state = ItemState(rawValue: try members.string("state")) else {
      throw JSONMembers.error("state")
    }
    self.init(
      id: try members.string("id"), type: try members.string("type"),
      properties: try members.object("properties"), state: state,
      tier: try members.optional("tier") { $0.stringValue.flatMap(ItemTier.init) },
      tenantId: try members.optionalString("tenant_id"),
      version: try members.integer("version"),
      schemaVersion: try members.optionalInteger("schema_version") ?? 1,
      source: try members.string("source"),
      sourceId: try members.optionalString("source_id"),
      device: try members.optionalString("device"),
      stateDevice: try members.optionalString("state_device"),
      captureLatitude: try members.optional("capture_latitude") { $0.doubleValue },
      captureLongitude: try members.optional("capture_longitude") { $0.doubleValue },
      timestamp: try members.optionalString("timestamp") ?? createdAt, createdAt: createdAt,
      updatedAt: try members.string("updated_at"),
      attachments: try members.list("attachments", of: Attachment.self) ?? [],
      edges: try members.optional("edges") { $0.objectValue }?
        .mapValues { try HydratedEdges(json: $0) },
      extensions: try members.optional("extensions") { $0.objectValue })
  }

  /// Writes the item; absent fields are left out, and so are attachments when there are none.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.member("id", id, &writer)
    object.member("type", type, &writer)
    object.member("properties", properties, &writer)
    object.member("state", state.rawValue, &writer)
    object.member("tier", tier?.rawValue, &writer)
    object.member("tenant_id", tenantId, &writer)
    object.member("version", version, &writer)
    object.member("schema_version", schemaVersion, &writer)
    object.member("source", source, &writer)
    object.member("source_id", sourceId, &writer)
    object.member("device", device, &writer)
    object.member("state_device", stateDevice, &writer)
    object.member("capture_latitude", captureLatitude, &writer)
    object.member("capture_longitude", captureLongitude, &writer)
    object.member("timestamp", timestamp, &writer)
    object.member("created_at", createdAt, &writer)
    object.member("updated_at", updatedAt, &writer)
    object.member("attachments", attachments.isEmpty ? nil : attachments, &writer)
    if let edges {
      object.name("edges", &writer)
      writer.write(edges)
    }
    object.member("extensions", extensions, &writer)
    object.end(&writer)
  }
}

extension JSONWriter {
  /// Writes edges by type, sorted.
  fileprivate mutating func write(_ edges: [String: HydratedEdges]) {
    raw("{")
    var isFirst = true
    for (type, hydrated) in edges.sorted(by: { $0.key < $1.key }) {
      if !isFirst { raw(",") }
      isFirst = false
      write(type)
      raw(":")
      hydrated.write(to: &self)
    }
    raw("}")
  }
}

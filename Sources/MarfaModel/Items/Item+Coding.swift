extension Item: Codable {
  /// The names of the fields on the wire.
  public enum CodingKeys: String, CodingKey, CaseIterable {
    /// As on the wire.
    case id, type, properties, state, tier, version, source, device, timestamp, attachments
    /// As on the wire.
    case edges, extensions
    /// `tenant_id` on the wire.
    case tenantId = "tenant_id"
    /// `schema_version` on the wire.
    case schemaVersion = "schema_version"
    /// `source_id` on the wire.
    case sourceId = "source_id"
    /// `capture_latitude` on the wire.
    case captureLatitude = "capture_latitude"
    /// `capture_longitude` on the wire.
    case captureLongitude = "capture_longitude"
    /// `created_at` on the wire.
    case createdAt = "created_at"
    /// `updated_at` on the wire.
    case updatedAt = "updated_at"
  }

  /// Reads an item; what is hydrated, the attachments and the optional fields may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let createdAt = try container.decode(String.self, forKey: .createdAt)
    self.init(
      id: try container.decode(String.self, forKey: .id),
      type: try container.decode(String.self, forKey: .type),
      properties: try container.decode([String: JSONValue].self, forKey: .properties),
      state: try container.decode(ItemState.self, forKey: .state),
      tier: try container.decodeIfPresent(ItemTier.self, forKey: .tier),
      tenantId: try container.decodeIfPresent(String.self, forKey: .tenantId),
      version: try container.decode(Int.self, forKey: .version),
      schemaVersion: try container.decodeIfPresent(Int.self, forKey: .schemaVersion) ?? 1,
      source: try container.decode(String.self, forKey: .source),
      sourceId: try container.decodeIfPresent(String.self, forKey: .sourceId),
      device: try container.decodeIfPresent(String.self, forKey: .device),
      captureLatitude: try container.decodeIfPresent(Double.self, forKey: .captureLatitude),
      captureLongitude: try container.decodeIfPresent(Double.self, forKey: .captureLongitude),
      timestamp: try container.decodeIfPresent(String.self, forKey: .timestamp) ?? createdAt,
      createdAt: createdAt,
      updatedAt: try container.decode(String.self, forKey: .updatedAt),
      attachments: try container.decodeIfPresent([Attachment].self, forKey: .attachments) ?? [],
      edges: try container.decodeIfPresent([String: HydratedEdges].self, forKey: .edges),
      extensions: try container.decodeIfPresent([String: JSONValue].self, forKey: .extensions))
  }

  /// Writes an item; absent fields are left out, and so are attachments when there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(type, forKey: .type)
    try container.encode(properties, forKey: .properties)
    try container.encode(state, forKey: .state)
    try container.encodeIfPresent(tier, forKey: .tier)
    try container.encodeIfPresent(tenantId, forKey: .tenantId)
    try container.encode(version, forKey: .version)
    try container.encode(schemaVersion, forKey: .schemaVersion)
    try container.encode(source, forKey: .source)
    try container.encodeIfPresent(sourceId, forKey: .sourceId)
    try container.encodeIfPresent(device, forKey: .device)
    try container.encodeIfPresent(captureLatitude, forKey: .captureLatitude)
    try container.encodeIfPresent(captureLongitude, forKey: .captureLongitude)
    try container.encode(timestamp, forKey: .timestamp)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    if !attachments.isEmpty { try container.encode(attachments, forKey: .attachments) }
    try container.encodeIfPresent(edges, forKey: .edges)
    try container.encodeIfPresent(extensions, forKey: .extensions)
  }
}

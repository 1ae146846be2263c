extension Item {
  /// The first version of an item from a validated input.
  ///
  /// `source` is who makes it, `schemaVersion` that of the type's schema, and `defaultTier` what
  /// the credential says. Properties that are `null` are left out.
  public init(
    creating input: CreateItemInput, id: String, now: Timestamp, source: String,
    schemaVersion: Int = 1, defaultTier: ItemTier? = nil
  ) {
    let time = now.iso8601
    self.init(
      id: input.id ?? id, type: input.type,
      properties: input.properties.filter { !$0.value.isNull }, state: input.state ?? .active,
      tier: Lifecycle.tier(
        ofType: input.type, requested: input.tier, credentialDefault: defaultTier),
      schemaVersion: schemaVersion, source: source, sourceId: input.sourceId,
      device: input.device, captureLatitude: input.captureLatitude,
      captureLongitude: input.captureLongitude, timestamp: input.timestamp ?? time,
      createdAt: time, updatedAt: time, attachments: input.attachments ?? [])
  }

  /// The item after a patch of its properties; the version is raised only if they changed.
  public func patched(
    with patch: [String: JSONValue], now: Timestamp, schemaVersion: Int? = nil
  ) -> Item {
    let properties = PropertiesPatch.apply(patch, to: properties)
    guard properties != self.properties else { return self }
    var result = self
    result.properties = properties
    result.version += 1
    result.schemaVersion = schemaVersion ?? self.schemaVersion
    result.updatedAt = now.iso8601
    return result
  }

  /// The item after an input with the same natural key: properties are merged shallowly, and
  /// other fields are replaced where the input gives them.
  ///
  /// Tags and edges are not of the item: given ones replace the old, edges type by type.
  public func upserted(with input: CreateItemInput, now: Timestamp) -> Item {
    var result = patched(with: input.properties, now: now)
    result.tier = input.tier ?? tier
    result.timestamp = input.timestamp ?? timestamp
    result.device = input.device ?? device
    result.captureLatitude = input.captureLatitude ?? captureLatitude
    result.captureLongitude = input.captureLongitude ?? captureLongitude
    result.attachments = input.attachments ?? attachments
    if result != self { result.updatedAt = now.iso8601 }
    return result
  }

  /// Whether an input with this source and source id updates the item instead of making one.
  public func hasNaturalKey(source: String, sourceId: String?) -> Bool {
    sourceId != nil && self.sourceId == sourceId && self.source == source && state != .trashed
  }

  /// A snapshot of the properties as they are, taken before a change.
  public func snapshot(id: String, now: Timestamp) -> ItemVersion {
    ItemVersion(
      id: id, itemId: self.id, version: version, properties: properties,
      createdAt: now.iso8601, device: device)
  }
}

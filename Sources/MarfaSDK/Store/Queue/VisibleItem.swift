/// An item with all that a change may name: as the store shows it, or as the server has it.
package struct VisibleItem: Hashable, Sendable {
  /// Where it is in its life.
  package var state: ItemState
  /// How prominent; nil for `system.*`.
  package var tier: ItemTier?
  /// The time that matters, in milliseconds since 1970.
  package var timestamp: Int64
  /// The stable id at the source.
  package var sourceId: String?
  /// Sorted.
  package var tags: [String]
  /// In the person's order.
  package var attachments: [Attachment]
  /// Without nulls.
  package var properties: [String: JSONValue]
  /// By namespace, with the origin of an import.
  package var extensions: [String: JSONValue]

  package init(
    state: ItemState, tier: ItemTier?, timestamp: Int64, sourceId: String?, tags: [String],
    attachments: [Attachment], properties: [String: JSONValue], extensions: [String: JSONValue]
  ) {
    (self.state, self.tier, self.timestamp, self.sourceId) = (state, tier, timestamp, sourceId)
    (self.tags, self.attachments) = (tags, attachments)
    (self.properties, self.extensions) = (properties, extensions)
  }
}

extension VisibleItem {
  /// Reads an item as the store shows it.
  init(_ record: ItemRecord, _ writer: StoreWriter) throws {
    self.init(
      state: record.state, tier: record.tier, timestamp: record.timestamp,
      sourceId: record.sourceId, tags: record.tags,
      attachments: try record.attachments
        .map { try StoredJSON.attachments($0) } ?? [],
      properties: try writer.storedProperties(of: record),
      extensions: try ItemReader(db: writer.db).extensions(of: record.key))
    if let origin = record.origin { extensions[ItemOrigin.namespace] = origin.json }
  }

  /// Takes what the server says; what an answer does not say is as it was confirmed before.
  init(_ confirmed: ConfirmedItem, before: VisibleItem?) {
    let item = confirmed.item
    self.init(
      state: item.state, tier: item.tier,
      timestamp: Timestamp(iso8601: item.timestamp)?.milliseconds ?? before?.timestamp ?? 0,
      sourceId: item.sourceId, tags: confirmed.tags?.sorted() ?? before?.tags ?? [],
      attachments: item.attachments, properties: item.properties.filter { !$0.value.isNull },
      extensions: confirmed.extensions ?? before?.extensions ?? [:])
  }

  /// The confirmed state of an item with changes.
  init(_ shadow: Shadow, sourceId: String?) {
    self.init(
      state: shadow.state, tier: shadow.tier, timestamp: shadow.timestamp, sourceId: sourceId,
      tags: shadow.tags, attachments: shadow.attachments, properties: shadow.properties,
      extensions: shadow.extensions)
  }
}

/// An item as a server said it is.
package struct ConfirmedItem: Hashable, Sendable {
  /// The item, with the server's version and times.
  package var item: Item
  /// The tags; nil if they were not sent.
  package var tags: [String]?
  /// All extensions by namespace; nil if they were not sent.
  package var extensions: [String: JSONValue]?

  package init(_ item: Item, tags: [String]? = nil, extensions: [String: JSONValue]? = nil) {
    (self.item, self.tags, self.extensions) = (item, tags, extensions)
  }
}

extension ItemOrigin {
  /// The origin as it travels.
  var json: JSONValue { ["name": .string(name), "path": .string(path)] }

  /// The origin that travelled; nil for anything else.
  init?(json: JSONValue?) {
    guard let name = json?.objectValue?["name"]?.stringValue,
      let path = json?.objectValue?["path"]?.stringValue
    else { return nil }
    self.init(name: name, path: path)
  }
}

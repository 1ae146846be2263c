import MarfaModel

extension ItemRow {
  /// Writes the item as the API does; the properties go over as they stand in the row.
  ///
  /// `edges` and `extensions` are left out when nil.
  func write(
    to writer: inout JSONWriter, edges: [EdgeGroup]? = nil, extensions: [ExtensionRow]? = nil
  ) {
    writeHead(to: &writer)
    writer.raw(properties)
    writer.raw(",\"state\":\"")
    writer.raw(state.rawValue)
    writer.raw("\"")
    if let tier { writer.member("tier", tier.rawValue) }
    writer.raw(",\"version\":")
    writer.write(Int64(version))
    writer.raw(",\"schema_version\":")
    writer.write(Int64(schemaVersion))
    writer.member("source", source)
    if let sourceId { writer.member("source_id", sourceId) }
    if let device { writer.member("device", device) }
    if let stateDevice { writer.member("state_device", stateDevice) }
    if let latitude { writer.member("capture_latitude", latitude) }
    if let longitude { writer.member("capture_longitude", longitude) }
    writer.time("timestamp", timestamp)
    writer.time("created_at", createdAt)
    writer.time("updated_at", updatedAt)
    if let attachments {
      writer.raw(",\"attachments\":")
      writer.raw(attachments)
    }
    if let edges {
      writer.raw(",\"edges\":")
      writer.write(edges)
    }
    if let extensions {
      writer.raw(",\"extensions\":")
      writer.write(extensions)
    }
    writer.raw("}")
  }

  /// Writes what comes before the properties.
  private func writeHead(to writer: inout JSONWriter) {
    writer.raw("{\"id\":")
    writer.write(id)
    writer.raw(",\"type\":")
    writer.write(type)
    writer.raw(",\"properties\":")
  }

  /// What history can keep of a text in which `write` writes the item.
  ///
  /// - Parameter place: Where the item begins in the text, in bytes.
  /// - Returns: Where the properties are; nil when they are short.
  func heldText(at place: Int) -> HeldText? {
    let size = properties.utf8.count
    guard size >= HeldText.smallest else { return nil }
    var head = JSONWriter(capacity: 128)
    writeHead(to: &head)
    return HeldText(
      itemId: id, version: version, start: place + head.bytes.count, count: size)
  }

  /// Writes the item's metadata.
  func writeMetadata(to writer: inout JSONWriter, extensions: [ExtensionRow]? = nil) {
    writer.raw("{\"item_id\":")
    writer.write(id)
    writer.raw(",\"tags\":")
    writer.write(tags)
    writer.raw(",\"extensions\":")
    writer.write(extensions ?? [])
    writer.raw("}")
  }

  /// The tags, tier and state as a text on one line, for an event.
  var metadataJSON: String {
    var writer = JSONWriter(capacity: 256)
    writer.raw("{\"item_id\":")
    writer.write(id)
    writer.member("state", state.rawValue)
    writer.raw(",\"tags\":")
    writer.write(tags)
    if let tier { writer.member("tier", tier.rawValue) } else { writer.raw(",\"tier\":null") }
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The item as a text on one line, for an event.
  var json: String {
    var writer = JSONWriter(capacity: properties.utf8.count + 512)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes a comma, a name that needs no escape, and a string.
  mutating func member(_ name: String, _ value: String) {
    raw(",\"")
    raw(name)
    raw("\":")
    write(value)
  }

  /// Writes a comma, a name that needs no escape, and a number.
  mutating func member(_ name: String, _ value: Double) {
    raw(",\"")
    raw(name)
    raw("\":")
    write(value)
  }

  /// Writes a comma, a name, and a time.
  mutating func time(_ name: String, _ milliseconds: Int64) {
    raw(",\"")
    raw(name)
    raw("\":\"")
    raw(Timestamp(milliseconds: milliseconds).iso8601)
    raw("\"")
  }

  /// Writes a list of strings.
  mutating func write(_ texts: [String]) {
    raw("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { raw(",") }
      write(text)
    }
    raw("]")
  }

  /// Writes `{namespace: object}`.
  mutating func write(_ extensions: [ExtensionRow]) {
    raw("{")
    for (index, row) in extensions.enumerated() {
      if index > 0 { raw(",") }
      write(row.namespace)
      raw(":")
      raw(row.data)
    }
    raw("}")
  }

  /// Writes `{type: {edges, has_more, next_cursor}}`.
  mutating func write(_ groups: [EdgeGroup]) {
    raw("{")
    for (index, group) in groups.enumerated() {
      if index > 0 { raw(",") }
      write(group.type)
      raw(":{\"edges\":[")
      for (index, edge) in group.rows.enumerated() {
        if index > 0 { raw(",") }
        edge.write(to: &self)
      }
      raw("],\"has_more\":\(group.cursor != nil)")
      if let cursor = group.cursor { member("next_cursor", cursor) }
      raw("}")
    }
    raw("}")
  }
}

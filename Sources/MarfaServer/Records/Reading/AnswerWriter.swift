import MarfaModel

/// Writes answers as the API has them; properties go over as they are in their rows.
enum AnswerWriter {
  /// `{item, metadata}`, or the item alone.
  static func bytes(of item: HydratedItem) -> [UInt8] {
    var writer = JSONWriter(capacity: item.row.properties.utf8.count + 1024)
    write(item, to: &writer)
    return writer.bytes
  }

  /// A page of items.
  static func bytes(of page: HydratedPage) -> [UInt8] {
    var writer = JSONWriter(capacity: page.items.reduce(1024) { $0 + $1.row.size })
    write(page.items, cursor: page.cursor, to: &writer) { write($0, to: &$1) }
    return writer.bytes
  }

  /// A page of edges.
  static func bytes(of page: EdgePage) -> [UInt8] {
    var writer = JSONWriter(capacity: page.rows.count * 320 + 64)
    write(page.rows, cursor: page.cursor, to: &writer) { $0.write(to: &$1) }
    return writer.bytes
  }

  /// `{results}`.
  static func bytes(of found: [FoundItem]) -> [UInt8] {
    var writer = JSONWriter(capacity: 16_384)
    writer.raw("{\"results\":[")
    for (index, found) in found.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.raw("{\"item\":")
      found.item.row.write(
        to: &writer, edges: found.item.edges, extensions: found.item.extensions)
      writer.raw(",\"metadata\":")
      found.item.row.writeMetadata(to: &writer, extensions: found.item.extensions)
      writer.raw(",\"relevance_score\":")
      writer.write(found.score)
      if let snippet = found.snippet {
        writer.member("snippet", snippet.plain)
        writer.member("snippet_html", snippet.html)
      }
      writer.raw("}")
    }
    writer.raw("]}")
    return writer.bytes
  }

  /// `{counts, results}` of a bulk request of thousands: written in the writer's turn.
  static func bytes(of result: BulkResult) -> [UInt8] {
    var writer = JSONWriter(order: .sorted, capacity: result.results.count * 96 + 128)
    let counts = result.counts
    writer.raw("{\"counts\":{\"created\":\(counts.created),\"errored\":\(counts.errored)")
    writer.raw(",\"skipped\":\(counts.skipped),\"updated\":\(counts.updated)},\"results\":[")
    for (place, entry) in result.results.enumerated() {
      writer.raw(place > 0 ? ",{\"index\":" : "{\"index\":")
      writer.write(Int64(entry.index))
      writer.member("outcome", entry.outcome.rawValue)
      if let id = entry.id { writer.member("id", id) }
      if let reason = entry.reason { writer.member("reason", reason) }
      if let error = entry.error {
        writer.raw(",\"error\":")
        writer.write(error.members)
      }
      writer.raw("}")
    }
    writer.raw("]}")
    return writer.bytes
  }

  /// `{metadata}`.
  static func bytes(metadataOf row: ItemRow, _ extensions: [ExtensionRow]) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"metadata\":")
    row.writeMetadata(to: &writer, extensions: extensions)
    writer.raw("}")
    return writer.bytes
  }

  /// `{extensions}`.
  static func bytes(of extensions: [ExtensionRow]) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"extensions\":")
    writer.write(extensions)
    writer.raw("}")
    return writer.bytes
  }

  /// `{namespace, data}`.
  static func bytes(namespace: String, data: String?) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"namespace\":")
    writer.write(namespace)
    writer.raw(",\"data\":\(data ?? "null")}")
    return writer.bytes
  }

  /// `{versions, cursor, has_more}`.
  static func bytes(of versions: [VersionRow], itemId: String, cursor: String?) -> [UInt8] {
    var writer = JSONWriter(capacity: versions.reduce(64) { $0 + $1.properties.utf8.count + 200 })
    writer.raw("{\"versions\":[")
    for (index, row) in versions.enumerated() {
      writer.raw(index > 0 ? ",{\"id\":" : "{\"id\":")
      writer.write(row.id)
      writer.member("item_id", itemId)
      writer.raw(",\"version\":")
      writer.write(Int64(row.version))
      writer.raw(",\"properties\":")
      writer.raw(row.properties)
      writer.time("created_at", row.createdAt)
      if let device = row.device { writer.member("device", device) }
      writer.raw("}")
    }
    writer.raw("],\"cursor\":")
    writer.write(cursor.map(JSONValue.string) ?? .null)
    writer.raw(",\"has_more\":\(cursor != nil)}")
    return writer.bytes
  }

  /// Writes `{item, metadata}`, or the item alone.
  static func write(_ item: HydratedItem, to writer: inout JSONWriter) {
    guard item.hasMetadata else {
      return item.row.write(to: &writer, edges: item.edges, extensions: item.extensions)
    }
    writer.raw(itemMember)
    item.row.write(to: &writer, edges: item.edges, extensions: item.extensions)
    writer.raw(",\"metadata\":")
    item.row.writeMetadata(to: &writer, extensions: item.extensions)
    writer.raw("}")
  }

  /// Where the item begins in what `write` writes, in bytes.
  static func place(of item: HydratedItem) -> Int {
    item.hasMetadata ? itemMember.utf8.count : 0
  }

  private static let itemMember = "{\"item\":"

  private static func write<Element>(
    _ elements: [Element], cursor: String?, to writer: inout JSONWriter,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    writer.raw("{\"data\":[")
    for (index, element) in elements.enumerated() {
      if index > 0 { writer.raw(",") }
      write(element, &writer)
    }
    writer.raw("],\"cursor\":")
    writer.write(cursor.map(JSONValue.string) ?? .null)
    writer.raw(",\"has_more\":\(cursor != nil)}")
  }
}

extension ErrorEnvelope.Body {
  /// The body's members; those that are not there are left out.
  fileprivate var members: [String: JSONValue] {
    var members: [String: JSONValue] = ["code": .string(code)]
    if let message { members["message"] = .string(message) }
    if let status { members["status"] = .integer(Int64(status)) }
    if let details { members["details"] = .object(details) }
    return members
  }
}

import GRDB
import MarfaModel

/// Reads what comes with items, as JSON.
struct Hydration {
  let db: Database
  let scope: ReadScope

  /// How many edges of each type come with an item.
  static let edgeCount = 50

  /// `{type: {edges, has_more, next_cursor}}` of the edges that start from an item.
  func edges(of key: Int64) throws -> String {
    let types = try db.values(
      "SELECT DISTINCT type FROM edge WHERE source = ? ORDER BY type", [key], as: String.self)
    var writer = JSONWriter(capacity: types.isEmpty ? 2 : 512)
    writer.raw("{")
    var isFirst = true
    for type in types {
      let page = try EdgePage(
        EdgeListRequest(edgeTypes: [type], limit: Self.edgeCount), at: .source(key), scope,
        in: db)
      guard !page.rows.isEmpty else { continue }
      if !isFirst { writer.raw(",") }
      isFirst = false
      writer.write(type)
      writer.raw(":{\"edges\":[")
      page.writeRows(to: &writer)
      writer.raw("],\"has_more\":\(page.hasMore)")
      if let cursor = page.cursor { writer.member("next_cursor", cursor) }
      writer.raw("}")
    }
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// `{namespace: object}` of the extensions that may be seen.
  func extensions(of key: Int64) throws -> String {
    var writer = JSONWriter()
    writer.raw("{")
    var isFirst = true
    let rows = try db.rows(
      "SELECT namespace, data FROM extension WHERE item = ? ORDER BY namespace", [key])
    for row in rows {
      let namespace: String = row[0]
      guard scope.access.mayRead(extension: namespace) else { continue }
      if !isFirst { writer.raw(",") }
      isFirst = false
      writer.write(namespace)
      writer.raw(":")
      writer.raw(row[1] as String)
    }
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Writes `{"item", "metadata"}` with what is included.
  func write(
    _ row: ItemRow, including include: Set<ItemInclude>, to writer: inout JSONWriter
  ) throws {
    let extensions = include.contains(.extensions) ? try extensions(of: row.key) : nil
    let edges = include.contains(.edges) ? try edges(of: row.key) : nil
    guard include.contains(.metadata) else {
      return row.write(to: &writer, edges: edges, extensions: extensions)
    }
    writer.raw("{\"item\":")
    row.write(to: &writer, edges: edges, extensions: extensions)
    writer.raw(",\"metadata\":")
    row.writeMetadata(to: &writer, extensions: extensions)
    writer.raw("}")
  }

  /// `{item, metadata}` with edges, as the item routes answer.
  func answer(_ row: ItemRow, status: Int = 200) throws -> StoreAnswer {
    var writer = JSONWriter(capacity: row.properties.utf8.count + 1024)
    try write(row, including: [.metadata, .edges], to: &writer)
    return StoreAnswer(status: status, body: writer.bytes)
  }

  /// `{metadata}` with the extensions that may be seen.
  func metadataAnswer(_ row: ItemRow) throws -> StoreAnswer {
    var writer = JSONWriter()
    writer.raw("{\"metadata\":")
    row.writeMetadata(to: &writer, extensions: try extensions(of: row.key))
    writer.raw("}")
    return StoreAnswer(body: writer.bytes)
  }

  /// `{extensions}`.
  func extensionsAnswer(_ key: Int64) throws -> StoreAnswer {
    StoreAnswer(body: Array("{\"extensions\":\(try extensions(of: key))}".utf8))
  }
}

import MarfaModel

extension EdgeRow {
  /// Writes the edge as the API does.
  func write(to writer: inout JSONWriter) {
    writer.raw("{\"id\":")
    writer.write(id)
    writer.member("source_id", sourceId)
    writer.member("target_id", targetId)
    writer.member("edge_type", type)
    writer.raw(",\"properties\":")
    writer.raw(properties)
    writer.time("created_at", createdAt)
    writer.time("updated_at", updatedAt)
    writer.raw("}")
  }

  /// The edge as a text on one line.
  var json: String {
    var writer = JSONWriter(capacity: properties.utf8.count + 320)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

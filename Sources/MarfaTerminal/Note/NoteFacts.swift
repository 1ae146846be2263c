import MarfaSDK

/// What is known of a note, in words.
package struct NoteFacts: Sendable {
  /// Name and value of each fact, in the order to show.
  package let lines: [(String, String)]

  /// Tells the facts away from the caller's actor: counting words is linear in the text.
  @concurrent
  package static func read(
    _ item: Item, metadata: Metadata, editedAt: Timestamp
  ) async -> NoteFacts {
    NoteFacts(item, metadata: metadata, editedAt: editedAt)
  }

  private init(_ item: Item, metadata: Metadata, editedAt: Timestamp) {
    var lines = [
      ("id", item.id), ("type", item.type), ("state", item.state.rawValue),
      ("created", item.createdAt), ("edited", editedAt.iso8601), ("changed", item.updatedAt),
      ("version", String(item.version)), ("source", item.source),
    ]
    if let sourceID = item.sourceID { lines.append(("source id", sourceID)) }
    if let device = item.device { lines.append(("device", device)) }
    if !metadata.tags.isEmpty {
      lines.append(("tags", metadata.tags.map { "#" + $0 }.joined(separator: " ")))
    }
    if let body = item.properties["body"]?.stringValue {
      lines.append(("words", String(MarkdownScan(body).wordCount)))
    }
    lines.append(("stored", "on this machine"))
    self.lines = lines
  }
}

import Foundation
import MarfaSDK
import NoteMarkup

/// What is known of a note, in words.
package struct NoteFacts: Sendable {
  /// Name and value of each fact, in the order to show.
  package let lines: [(String, String)]

  /// Reads the facts away from the caller's actor: counting words is linear in the text.
  @concurrent
  package static func read(
    _ item: Item, metadata: Metadata, editedAt: Timestamp, notebook: Item?, calendar: Calendar
  ) async -> NoteFacts {
    NoteFacts(
      item, metadata: metadata, editedAt: editedAt, notebook: notebook, calendar: calendar)
  }

  private static let time = DatePattern("d MMM yyyy HH:mm")

  private init(
    _ item: Item, metadata: Metadata, editedAt: Timestamp, notebook: Item?, calendar: Calendar
  ) {
    func local(_ time: Timestamp) -> String { Self.time.text(for: time.date, calendar: calendar) }
    func local(_ time: String) -> String { Timestamp(iso8601: time).map(local) ?? time }
    let place = notebook?.properties["title"]?.stringValue ?? "none (inbox)"
    var lines = [
      ("notebook", place), ("created", local(item.createdAt)), ("edited", local(editedAt)),
      ("changed", local(item.updatedAt)), ("version", String(item.version)),
      ("state", item.state.rawValue), ("type", item.type), ("source", item.source),
      ("id", item.id),
    ]
    if let sourceId = item.sourceId { lines.append(("source id", sourceId)) }
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

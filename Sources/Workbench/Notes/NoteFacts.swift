import Foundation
import MarfaSDK
import NoteMarkup
import Settings

/// What is known of a note, in words.
package struct NoteFacts: Sendable {
  /// Name and value of each fact, in the order to show.
  package let lines: [(String, String)]

  /// Reads the facts away from the caller's actor: counting words is linear in the text.
  @concurrent
  package static func read(
    _ item: Item, metadata: Metadata, editedAt: Timestamp, notebook: Item?, stored: String,
    calendar: Calendar
  ) async -> NoteFacts {
    NoteFacts(
      item, metadata: metadata, editedAt: editedAt, notebook: notebook, stored: stored,
      calendar: calendar)
  }

  /// A value of the front matter on one line.
  private static func text(of value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let values): values.map(text).joined(separator: ", ")
    case .null: ""
    case .bool(let flag): String(flag)
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .object(let members):
      members.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
        .joined(separator: ", ")
    }
  }

  private static let time = DatePattern("d MMM yyyy HH:mm")

  private init(
    _ item: Item, metadata: Metadata, editedAt: Timestamp, notebook: Item?, stored: String,
    calendar: Calendar
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
    let tags = metadata.tags.filter { $0 != TagRules.favorite }
    if tags.count < metadata.tags.count { lines.append(("favourite", "yes")) }
    if !tags.isEmpty { lines.append(("tags", tags.map { "#" + $0 }.joined(separator: " "))) }
    if let body = item.properties["body"]?.stringValue {
      lines.append(("words", String(MarkdownScan(body).wordCount)))
    }
    lines.append(("stored", stored))
    if let aliases = item.properties["aliases"], !aliases.isNull {
      lines.append(("aliases", Self.text(of: aliases)))
    }
    let others = item.properties["front_matter"]?.objectValue ?? [:]
    lines += others.sorted { $0.key < $1.key }.map { ($0.key, Self.text(of: $0.value)) }
    self.lines = lines
  }
}

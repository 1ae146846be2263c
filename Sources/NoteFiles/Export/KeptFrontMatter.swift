import Foundation
import MarfaSDK
import Settings

/// The front matter of an imported file with the lines that an import needs to find the same note,
/// for a note that was not changed since: its own keys stay as they were written.
struct KeptFrontMatter {
  let item: Item
  let tags: [String]
  /// The path of the file.
  let path: String
  /// What the import noted.
  let facts: ExportedFileFacts?
  /// The note's files that the text does not name, as paths from its folder.
  var files: [String] = []

  /// The content of the file; nil for a note without such front matter, and for one that says
  /// something else now.
  var text: String? {
    guard let front = facts?.frontMatter, let fence = Self.firstLine(of: front),
      PlainText.original(of: item, tags: tags, path: path, facts: facts, timeZone: .gmt) != nil
    else { return nil }
    let body = item.properties["body"]?.stringValue ?? ""
    let rest = front.utf8.dropFirst(fence.utf8.count)
    let isWindows = fence.hasSuffix("\r\n")
    let added = added(below: front + body).map { $0 + (isWindows ? "\r\n" : "\n") }.joined()
    let text = fence + added + String(decoding: rest, as: UTF8.self) + body
    return isSame(read(text)) ? text : nil
  }

  /// The lines that the front matter lacks.
  private func added(below original: String) -> [String] {
    let front = FrontMatter.part(Self.withoutMark(original), file: path).frontMatter
    let fields = FrontMatterFields(front, in: .gmt)
    var lines = ["id: \(item.id)"]
    if fields.title == nil, let title = item.properties["title"]?.stringValue, !title.isEmpty {
      lines.append("title: " + YAMLText.scalar(title))
    }
    if fields.tags.isEmpty, !tags.isEmpty { lines.append("tags: " + ExportedText.list(tags)) }
    let aliases = (item.properties["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
    if fields.aliases.isEmpty, !aliases.isEmpty {
      lines.append("aliases: " + ExportedText.list(aliases))
    }
    if fields.createdAt == nil { lines.append("created: \(item.createdAt)") }
    if let line = ExportedText.line(of: files, beside: fields.rest) { lines.append(line) }
    return lines
  }

  private func read(_ text: String) -> MarkdownNote {
    MarkdownNote(
      Self.withoutMark(text), path: path, modified: Timestamp(milliseconds: 0),
      reading: MarkdownNote.Reading(timeZone: .gmt))
  }

  private func isSame(_ note: MarkdownNote) -> Bool {
    note.id == item.id && Set(note.tags) == Set(tags)
      && KnownNotes.digest(note.properties) == KnownNotes.digest(item.properties)
  }

  private static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// The line of the fence with its end, and a byte order mark before it; nil for anything else.
  private static func firstLine(of front: String) -> String? {
    guard let end = front.utf8.firstIndex(of: 10) else { return nil }
    let line = String(decoding: front.utf8[...end], as: UTF8.self)
    return withoutMark(line).trimmingCharacters(in: .whitespacesAndNewlines) == "---" ? line : nil
  }
}

import Foundation
import MarfaSDK
import Settings

/// The content of a note's file without anything of ours in it.
enum PlainText {
  /// The file as it was imported, byte for byte, while the note says the same; else front matter
  /// with what the file's name and text do not say, and the text.
  ///
  /// - Parameters:
  ///   - item: The note.
  ///   - tags: Its tags.
  ///   - path: The path of the file.
  ///   - facts: What an import noted; nil for nothing.
  ///   - timeZone: The zone of dates without one.
  /// - Returns: The content.
  static func text(
    of item: Item, tags: [String], path: String, facts: ExportedFileFacts?, timeZone: TimeZone
  ) -> String {
    let body = item.properties["body"]?.stringValue ?? ""
    return original(of: item, tags: tags, path: path, facts: facts, timeZone: timeZone)
      ?? written(item, tags, path, body)
  }

  /// The file as it was imported; nil when the note says something else now.
  static func original(
    of item: Item, tags: [String], path: String, facts: ExportedFileFacts?, timeZone: TimeZone
  ) -> String? {
    let body = item.properties["body"]?.stringValue ?? ""
    let original = (facts?.frontMatter ?? "") + body
    let hasMark = original.unicodeScalars.first == "\u{FEFF}"
    let readable = hasMark ? String(original.unicodeScalars.dropFirst()) : original
    for title in [ImportTitle.file, .heading] {
      let reading = MarkdownNote.Reading(timeZone: timeZone, readsInlineTags: true, title: title)
      let note = MarkdownNote(
        readable, path: path, modified: Timestamp(milliseconds: 0), reading: reading)
      let said = Set(note.tags)
      let isSame =
        note.body == body
        && KnownNotes.digest(note.properties) == KnownNotes.digest(item.properties)
        && (said == Set(tags) || said.union(note.inlineTags) == Set(tags))
      if isSame { return original }
    }
    return nil
  }

  private static func written(
    _ item: Item, _ tags: [String], _ path: String, _ body: String
  ) -> String {
    let stem = MarkdownNote.stem(of: path)
    var lines: [String] = []
    if let title = item.properties["title"]?.stringValue, !title.isEmpty, title != stem {
      lines.append("title: " + YAMLText.scalar(title))
    }
    let inline = InlineTags.names(in: body)
    let own = tags.filter { !inline.contains($0) }
    if !own.isEmpty { lines.append("tags: " + ExportedText.list(own)) }
    let aliases = (item.properties["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
      .filter { $0 != stem }
    if !aliases.isEmpty { lines.append("aliases: " + ExportedText.list(aliases)) }
    let rest = item.properties["front_matter"]?.objectValue ?? [:]
    for (key, value) in rest.sorted(by: { $0.key < $1.key }) {
      lines.append("\(YAMLText.scalar(key)): \(ExportedText.flow(value))")
    }
    // A text that looks like front matter must not be read as such.
    if lines.isEmpty, FrontMatter.part(body, file: path).body == body { return body }
    return (["---"] + lines + ["---", ""]).joined(separator: "\n") + body
  }
}

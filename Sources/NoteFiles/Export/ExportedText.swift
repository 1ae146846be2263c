import MarfaSDK
import Settings

/// The content of a note's Markdown file.
enum ExportedText {
  /// Front matter with everything that an import needs to find the same note, then the text as it
  /// is.
  ///
  /// Times that change without an edit are left out, so that the folder can live in git; the time
  /// of the last change is the file's.
  ///
  /// - Parameters:
  ///   - item: The note.
  ///   - tags: Its tags.
  ///   - files: Its files that the text does not name, as paths from its folder.
  /// - Returns: The content.
  static func text(of item: Item, tags: [String], files: [String] = []) -> String {
    var lines = ["---", "id: \(item.id)"]
    if let title = item.properties["title"]?.stringValue, !title.isEmpty {
      lines.append("title: " + YAMLText.scalar(title))
    }
    if !tags.isEmpty { lines.append("tags: " + list(tags)) }
    let aliases = (item.properties["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
    if !aliases.isEmpty { lines.append("aliases: " + list(aliases)) }
    lines.append("created: \(item.createdAt)")
    let rest = item.properties["front_matter"]?.objectValue ?? [:]
    if let line = self.line(of: files, beside: rest) { lines.append(line) }
    for (key, value) in rest.sorted(by: { $0.key < $1.key }) {
      lines.append("\(YAMLText.scalar(key)): \(flow(value))")
    }
    return (lines + ["---", ""]).joined(separator: "\n")
      + (item.properties["body"]?.stringValue ?? "")
  }

  /// The line that lists files which a text does not name; nil where there is nothing to say.
  ///
  /// A note that has a field of that name gets another key, also for no files: its own is then read
  /// as what it is.
  static func line(of files: [String], beside fields: [String: JSONValue]) -> String? {
    if fields[FrontMatterFields.attachmentsKey] != nil {
      return "\(FrontMatterFields.otherAttachmentsKey): " + list(files)
    }
    return files.isEmpty ? nil : "\(FrontMatterFields.attachmentsKey): " + list(files)
  }

  /// A list of texts on one line.
  static func list(_ texts: [String]) -> String {
    "[" + texts.map(YAMLText.scalar).joined(separator: ", ") + "]"
  }

  /// A value on one line, as YAML reads it back.
  static func flow(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): YAMLText.scalar(text)
    case .array(let elements): "[" + elements.map(flow).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(YAMLText.scalar($0.key)): \(flow($0.value))" }.joined(separator: ", ") + "}"
    default: JSONWriter.string(of: value)
    }
  }
}

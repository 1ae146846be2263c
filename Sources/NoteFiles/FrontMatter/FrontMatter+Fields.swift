import Foundation
import Settings

extension FrontMatter {
  /// The value of a key without regard to case, or nil.
  package subscript(key: String) -> YAMLValue? {
    entries.first { $0.key.lowercased() == key }?.value
  }

  /// The title, or nil when there is none or it is empty.
  package var title: String? { text("title") }

  /// The tags without `#`, in order, each once.
  ///
  /// They may be a list, or one text with commas or spaces between them.
  package var tags: [String] {
    var seen: Set<String> = []
    return (words("tags") + words("tag") + words("keywords")).filter { seen.insert($0).inserted }
  }

  /// Other titles of the note.
  package var aliases: [String] { list("aliases") + list("alias") }

  /// The notebook, or nil.
  package var notebook: String? { text("notebook") }

  /// When the note was made, or nil when there is no such key or no date in it.
  package func created(in zone: TimeZone) -> Date? {
    date(["created", "created_at", "date"], zone)
  }

  /// When the note was changed last, or nil.
  package func updated(in zone: TimeZone) -> Date? {
    date(["updated", "updated_at", "modified", "lastmod"], zone)
  }

  // MARK: - Reading

  private func text(_ key: String) -> String? {
    guard let value = self[key], !value.isNull, let text = value.text else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  private func list(_ key: String) -> [String] {
    guard let value = self[key], !value.isNull else { return [] }
    let texts = value.sequence.map { $0.filter { !$0.isNull }.compactMap(\.text) }
    return (texts ?? value.text.map { $0.split(separator: ",").map(String.init) } ?? [])
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
  }

  private func words(_ key: String) -> [String] {
    let isOneText = self[key]?.sequence == nil
    let parts = list(key).flatMap { text in
      isOneText ? text.split(whereSeparator: \.isWhitespace).map(String.init) : [text]
    }
    return parts.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }.filter { !$0.isEmpty }
  }

  private func date(_ keys: [String], _ zone: TimeZone) -> Date? {
    for key in keys {
      if let text = text(key), let date = WrittenDate.date(text, zone: zone) { return date }
    }
    return nil
  }
}

import Foundation
import MarfaSDK

/// A Markdown file that new notes can be made from.
///
/// In its text `{{title}}`, `{{date}}` and `{{time}}` are replaced, and `{{cursor}}` says where
/// typing begins.
package struct NoteTemplate: Hashable, Sendable {
  /// The file's name without its ending.
  package var name: String
  /// The file's text.
  package var source: String

  /// A new note's text.
  package struct Filled: Hashable, Sendable {
    /// The text.
    package var text: String
    /// Where typing begins, in UTF-8 bytes; nil when the template does not say.
    package var cursor: Int?
  }

  package init(name: String, source: String) {
    self.name = name
    self.source = source
  }

  /// The templates of a folder by name; the folder need not exist.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The templates.
  /// - Throws: The file system's error for a file that is there and cannot be read.
  package static func all(in folder: String) throws -> [NoteTemplate] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }.sorted()
      .map { name in
        NoteTemplate(
          name: String(name.dropLast(3)),
          source: try String(contentsOfFile: folder + "/" + name, encoding: .utf8))
      }
  }

  /// The text of a new note.
  ///
  /// What is put in is not read again: a title may hold any of the marks.
  ///
  /// - Parameters:
  ///   - title: The note's title.
  ///   - now: The time of `{{date}}` and `{{time}}`.
  ///   - calendar: Whose day and hour are meant.
  /// - Returns: The text, and where typing begins.
  package func filled(title: String, now: Date, calendar: Calendar) -> Filled {
    let parts = calendar.dateComponents([.hour, .minute], from: now)
    let values = [
      "title": title, "date": CalendarDay.text(now, calendar),
      "time": "\(CalendarDay.two(parts.hour)):\(CalendarDay.two(parts.minute))",
    ]
    var filled = Filled(text: "")
    var rest = source[...]
    while let open = rest.range(of: "{{") {
      filled.text += rest[..<open.lowerBound]
      let close = rest[open.upperBound...].range(of: "}}")
      let name = close.map { String(rest[open.upperBound..<$0.lowerBound]) } ?? ""
      if let close, let value = values[name] {
        filled.text += value
        rest = rest[close.upperBound...]
      } else if let close, name == "cursor" {
        filled.cursor = filled.cursor ?? filled.text.utf8.count
        rest = rest[close.upperBound...]
      } else {
        filled.text += rest[open]
        rest = rest[open.upperBound...]
      }
    }
    filled.text += rest
    return filled
  }
}

/// A day as notes are called after it.
enum CalendarDay {
  /// A day, as `2026-09-21`.
  static func text(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
  }

  /// A number in two digits.
  static func two(_ number: Int?) -> String {
    let text = String(number ?? 0)
    return text.count < 2 ? "0" + text : text
  }
}

import Foundation

/// The Markdown files that new notes can be made from.
package struct Templates {
  /// One template.
  package struct Template: Hashable, Sendable {
    /// The file's name without its ending.
    package var name: String
    /// The file's text.
    package var source: String

    /// The text of a new note: `{{date}}` and `{{time}}` are replaced.
    package func text(now: Date, calendar: Calendar) -> String {
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: now)
      func two(_ number: Int?) -> String {
        let text = String(number ?? 0)
        return text.count < 2 ? "0" + text : text
      }
      let date = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
      let time = "\(two(parts.hour)):\(two(parts.minute))"
      return source.replacingOccurrences(of: "{{date}}", with: date)
        .replacingOccurrences(of: "{{time}}", with: time)
    }
  }

  private let folder: String

  /// Looks into a folder, which need not exist.
  package init(folder: String) {
    self.folder = folder
  }

  /// The templates by name.
  ///
  /// - Throws: The file system's error for a file that is there and cannot be read.
  package func all() throws -> [Template] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }.sorted()
      .map { name in
        Template(
          name: String(name.dropLast(3)),
          source: try String(contentsOfFile: folder + "/" + name, encoding: .utf8))
      }
  }
}

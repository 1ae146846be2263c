import MarfaSDK
import NoteMarkup

/// Items as Joplin's exports write them: a title, a text, and lines of `key: value`.
enum JoplinText {
  /// The time of what has none.
  static let never = "1970-01-01T00:00:00.000Z"

  /// A file of a note.
  struct File: Hashable {
    /// What it is called.
    let title: String
    /// The id of the resource.
    let id: String

    /// A file; the same bytes under another name are another resource.
    init(_ title: String, hash: String) {
      self.title = title
      id = JoplinText.id(of: "\(hash) \(title)", as: .resource)
    }

    /// The ending of its name; empty for none that is plain.
    var ending: String {
      guard let dot = title.lastIndex(of: "."), dot > title.startIndex else { return "" }
      let ending = title[title.index(after: dot)...]
      let isPlain =
        ending.utf8.count <= 10
        && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      return isPlain ? String(ending) : ""
    }
  }

  /// The id of a note: ours without dashes.
  static func id(ofNote id: String) -> String { id.replacing("-", with: "") }

  /// An id that a name gives, the same everywhere.
  static func id(of name: String, as kind: JoplinItem.Kind) -> String {
    let words = ["\(kind.rawValue)\u{0}\(name)", "\(name)\u{0}\(kind.rawValue)"]
    return words.map { word in
      // FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
      let sum = word.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      let digits = String(sum, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The times of an item, which were never changed in Joplin.
  static func times(_ created: String, _ updated: String? = nil) -> [(String, String)] {
    [
      ("created_time", created), ("updated_time", updated ?? created),
      ("user_created_time", created), ("user_updated_time", updated ?? created),
    ]
  }

  /// A text with links to files that it does not name, each on a line at its end.
  static func body(_ text: String, with files: [File]) -> String {
    guard !files.isEmpty else { return text }
    let lines = files.map { file in
      let mark = FileAddress.isImage(file.title) ? "!" : ""
      return "\(mark)[\(ExportedLinks.plain(oneLine(file.title)))](:/\(file.id))\n"
    }
    let gap = text.isEmpty ? "" : text.utf8.last == 10 ? "\n" : "\n\n"
    return text + gap + lines.joined()
  }

  /// The whole item.
  static func item(
    _ kind: JoplinItem.Kind, id: String, title: String?, body: String,
    times: [(String, String)], _ fields: [(String, String)]
  ) -> String {
    let line = title.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    let entries =
      [("id", id)] + times + fields
      + [("encryption_applied", "0"), ("is_shared", "0"), ("type_", String(kind.rawValue))]
    let block = entries.map { "\($0.0): \(oneLine($0.1))" }.joined(separator: "\n")
    return ([line, body.isEmpty ? nil : body].compactMap(\.self) + [block])
      .joined(separator: "\n\n")
  }

  private static func oneLine(_ value: String) -> String {
    value.contains(where: \.isNewline)
      ? value.split(whereSeparator: \.isNewline).joined(separator: " ") : value
  }
}

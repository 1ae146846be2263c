import MarfaSDK

/// What is remembered of a note's file from its last import.
///
/// An export writes the same front matter and the same paths of files again; a later import sees
/// which tags came and went in the file.
///
/// It is an extension of the note, and so travels with it.
struct ExportedFileFacts: Hashable {
  /// Extensions have a limit of 100 KB; what is larger is left out.
  private static let maximumBytes = 90_000

  /// The front matter with its fences, and what is before and after it up to the text; nil for
  /// none.
  var frontMatter: String?
  /// The hashes of the note's files by their paths from the root of the import.
  var files: [String: String] = [:]
  /// The tags of the front matter, normalized and sorted; nil for none.
  var tags: [String]?
  /// The tags that the text named as `#tag`, normalized and sorted; nil for none.
  var inlineTags: [String]?
  /// The mark of the text; nil after a single import, whose text is the note's first version.
  var textMark: String?

  /// Facts of an import; nil when there are none.
  init?(
    frontMatter: String?, files: [String: String], tags: Set<String> = [],
    inlineTags: Set<String> = [], textMark: String? = nil
  ) {
    let length = tags.union(inlineTags).reduce(0) { $0 + 2 * ($1.utf8.count + 4) }
    var left = Self.maximumBytes
    if length < left {
      self.tags = tags.isEmpty ? nil : tags.sorted()
      self.inlineTags = inlineTags.isEmpty ? nil : inlineTags.sorted()
      left -= length
    }
    self.textMark = textMark
    if let frontMatter, frontMatter.utf8.count * 2 < left {
      self.frontMatter = frontMatter
      left -= frontMatter.utf8.count * 2
    }
    for (path, hash) in files.sorted(by: { $0.key < $1.key }) {
      left -= 2 * path.utf8.count + hash.utf8.count + 8
      if left < 0 { break }
      self.files[path] = hash
    }
    if object.isEmpty { return nil }
  }

  /// Reads the facts of a note; nil when it has none.
  init?(_ extensions: [String: JSONValue]) {
    guard let members = extensions[ItemOrigin.fileNamespace]?.objectValue else { return nil }
    frontMatter = members["front_matter"]?.stringValue
    for (path, hash) in members["files"]?.objectValue ?? [:] { files[path] = hash.stringValue }
    tags = members["tags"]?.arrayValue?.compactMap(\.stringValue)
    inlineTags = members["inline_tags"]?.arrayValue?.compactMap(\.stringValue)
    textMark = members["text"]?.stringValue
  }

  /// Says whether a text is another: its length and its hash.
  static func mark(of text: String) -> String {
    // FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(text.utf8.count)-\(String(hash, radix: 16))"
  }

  /// The extension's object.
  var object: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    if let frontMatter { members["front_matter"] = .string(frontMatter) }
    if !files.isEmpty { members["files"] = .object(files.mapValues(JSONValue.string)) }
    if let tags { members["tags"] = .array(tags.map(JSONValue.string)) }
    if let inlineTags { members["inline_tags"] = .array(inlineTags.map(JSONValue.string)) }
    if let textMark { members["text"] = .string(textMark) }
    return members
  }
}

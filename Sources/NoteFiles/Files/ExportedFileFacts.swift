import MarfaSDK

/// What a note's file was besides its text, so that an export can write the same again: the front
/// matter as it was written, and where the note's files were.
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

  /// Facts of an import; nil when there are none.
  init?(frontMatter: String?, files: [String: String]) {
    var left = Self.maximumBytes
    if let frontMatter, frontMatter.utf8.count * 2 < left {
      self.frontMatter = frontMatter
      left -= frontMatter.utf8.count * 2
    }
    for (path, hash) in files.sorted(by: { $0.key < $1.key }) {
      left -= 2 * path.utf8.count + hash.utf8.count + 8
      if left < 0 { break }
      self.files[path] = hash
    }
    if self.frontMatter == nil, self.files.isEmpty { return nil }
  }

  /// Reads the facts of a note; nil when it has none.
  init?(_ extensions: [String: JSONValue]) {
    guard let members = extensions[ItemOrigin.fileNamespace]?.objectValue else { return nil }
    frontMatter = members["front_matter"]?.stringValue
    for (path, hash) in members["files"]?.objectValue ?? [:] { files[path] = hash.stringValue }
  }

  /// The extension's object.
  var object: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    if let frontMatter { members["front_matter"] = .string(frontMatter) }
    if !files.isEmpty { members["files"] = .object(files.mapValues(JSONValue.string)) }
    return members
  }
}

import MarfaSDK

/// Gives notes and notebooks names in a folder: readable, unique, and the same every time.
struct ExportNames {
  /// Folders by the id of their notebook, relative to the root, without a slash at the end.
  private(set) var folders: [String: String] = [:]
  /// Names that are taken, folded, by folder.
  private var taken: [String: Set<String>] = [:]

  /// The longest name that is made, in UTF-8 bytes, without extension and number.
  static let maximumBytes = 120
  /// The longest name that file systems allow, in UTF-8 bytes.
  private static let allowedBytes = 255

  /// Names the folders of a tree of notebooks.
  init(_ notebooks: [Notebook]) {
    name(notebooks, in: "")
  }

  private mutating func name(_ notebooks: [Notebook], in parent: String) {
    for notebook in notebooks.sorted(by: { $0.id < $1.id }) {
      let name = unique(Self.safe(notebook.title), "", id: notebook.id, in: parent)
      let path = parent.isEmpty ? name : parent + "/" + name
      folders[notebook.id] = path
      self.name(notebook.children, in: path)
    }
  }

  /// Takes a name in a folder that no note gets then.
  mutating func reserve(_ name: String, in folder: String) {
    taken[folder, default: []].insert(name.lowercased())
  }

  /// The path of a note's file; call it in a fixed order, since the first of a name gets it as it
  /// is.
  ///
  /// A file that was imported keeps its name, so that relative links in texts stay right.
  mutating func path(id: String, title: String, sourceId: String?, notebook: String?) -> String {
    let folder = notebook.flatMap { folders[$0] } ?? ""
    var stem = Self.safe(title)
    var suffix = ".md"
    if let last = sourceId?.split(separator: "/").last, MarkdownFile.isNamed(String(last)) {
      let original = MarkdownNote.stem(of: String(last))
      if last.utf8.count <= Self.allowedBytes, !last.utf8.contains(0) {
        stem = original
        suffix = String(last.dropFirst(original.count))
      }
    }
    let name = unique(stem, suffix, id: id, in: folder)
    return folder.isEmpty ? name : folder + "/" + name
  }

  private mutating func unique(
    _ stem: String, _ suffix: String, id: String, in folder: String
  ) -> String {
    // Folded, because some file systems do not tell small letters from capitals.
    if taken[folder, default: []].insert((stem + suffix).lowercased()).inserted {
      return stem + suffix
    }
    let room = Self.allowedBytes - suffix.utf8.count - 9
    let short = stem.utf8.count <= room ? stem : Self.safe(stem)
    let marked = "\(short) \(id.suffix(8))\(suffix)"
    taken[folder, default: []].insert(marked.lowercased())
    return marked
  }

  /// A title as a name that every file system takes.
  static func safe(_ title: String) -> String {
    let forbidden = "/\\:*?\"<>|"
    var name = ""
    for character in title {
      let isBad =
        forbidden.contains(character)
        || character.unicodeScalars.contains {
          switch $0.properties.generalCategory {
          case .control: true
          // Emoji of several people and some scripts are held together by joiners.
          case .format: !$0.properties.isJoinControl
          default: false
          }
        }
      let next = isBad ? "-" : String(character)
      if name.utf8.count + next.utf8.count > maximumBytes { break }
      name += next
    }
    let trimmed = name.drop { $0 == "." || $0 == " " || $0 == "\t" }
      .reversed().drop { $0 == "." || $0 == " " || $0 == "\t" }.reversed()
    return trimmed.isEmpty ? "untitled" : String(trimmed)
  }
}

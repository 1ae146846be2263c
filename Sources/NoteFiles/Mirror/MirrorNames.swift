/// Gives mirrored notes their paths: those that they have, and new ones that no file has.
struct MirrorNames {
  /// Folders by the id of their notebook; the root is the empty path.
  private var folders: [String: String]
  /// Paths that are taken, folded: some file systems do not tell small letters from capitals.
  private var taken: Set<String>

  /// Knows the folders of the notebooks, and the paths that files have.
  init(folders: [String: String], taken: some Sequence<String>) {
    self.folders = folders
    self.taken = Set(taken.map { $0.lowercased() })
  }

  /// The folder of a notebook; empty for none.
  func folder(of notebook: String?) -> String { notebook.flatMap { folders[$0] } ?? "" }

  /// The notebook of a folder; nil for the root, and for a folder that is none yet.
  func notebook(of folder: String) -> String? {
    folders.first { $0.value == folder }?.key
  }

  /// Knows a notebook that was made of a folder.
  mutating func add(_ folder: String, id: String) { folders[id] = folder }

  /// Knows that a file has a path.
  mutating func take(_ path: String) { taken.insert(path.lowercased()) }

  /// Knows that a file has a path no more.
  mutating func free(_ path: String) { taken.remove(path.lowercased()) }

  /// A path for a note that no file has; it is taken from then on.
  mutating func path(id: String, title: String, notebook: String?) -> String {
    let folder = folder(of: notebook)
    let start = folder.isEmpty ? "" : folder + "/"
    let stem = ExportNames.safe(title)
    for name in [stem, "\(stem) \(id.suffix(8))", "\(stem) \(id)"] {
      let path = "\(start)\(name).md"
      if taken.insert(path.lowercased()).inserted { return path }
    }
    return "\(start)\(id).md"
  }

  /// Whether a path is one that a note of this title in this notebook may have.
  func fits(_ path: String, id: String, title: String, notebook: String?) -> Bool {
    let folder = folder(of: notebook)
    let stem = ExportNames.safe(title)
    return [stem, "\(stem) \(id.suffix(8))", "\(stem) \(id)"].contains { name in
      path == (folder.isEmpty ? "" : folder + "/") + name + ".md"
    }
  }
}

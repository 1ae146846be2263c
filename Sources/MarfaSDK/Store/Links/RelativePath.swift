/// Paths as links in a folder of notes write them.
enum RelativePath {
  /// The path of a link's target from the root, given the path of the linking file.
  static func resolve(_ target: String, from file: String) -> String {
    var parts = target.hasPrefix("/") ? [] : file.split(separator: "/").dropLast().map(String.init)
    for part in target.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if !parts.isEmpty { parts.removeLast() }
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// The folders and the name of a path, without those that only lead up.
  static func parts(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
  }

  /// The folder of a file with the slash at its end; empty for the root.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Whether a path has the ending of a Markdown file.
  static func isMarkdown(_ path: String) -> Bool {
    endings.contains { path.lowercased().hasSuffix($0) }
  }

  /// A file's name without the ending of a Markdown file.
  static func stem(of name: String) -> String {
    let small = name.lowercased()
    guard let ending = endings.first(where: { small.hasSuffix($0) }) else { return name }
    return String(name.dropLast(ending.count))
  }

  /// The ways in which links of other notes may name a path, folded: with and without what is
  /// before each folder, and with and without the ending.
  static func ends(of path: String) -> Set<String> {
    let parts = parts(of: path)
    guard let last = parts.last else { return [] }
    let stem = stem(of: last)
    var ends: Set<String> = []
    for start in parts.indices {
      let folders = parts[start...].dropLast()
      for name in [stem, stem + ".md", last] {
        ends.insert(TextFold.fold((folders + [name]).joined(separator: "/")))
      }
    }
    return ends
  }

  private static let endings = [".md", ".markdown"]
}

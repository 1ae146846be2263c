/// Which folders of a target mention types of which others.
struct FolderGraph {
  /// The folders that a folder mentions, with the types that it mentions.
  private(set) var arrows: [String: [String: Set<String>]] = [:]

  /// Reads the texts of a target by folder; a type that two folders declare is left out.
  init(_ texts: [(folder: String, text: SourceText)]) {
    var homes: [String: Set<String>] = [:]
    for (folder, text) in texts {
      for name in text.declared { homes[name, default: []].insert(folder) }
    }
    for (folder, text) in texts {
      if arrows[folder] == nil { arrows[folder] = [:] }
      for name in text.mentioned {
        guard let home = homes[name], home.count == 1, let other = home.first, other != folder
        else { continue }
        arrows[folder, default: [:]][other, default: []].insert(name)
      }
    }
  }

  /// The sets of two or more folders each of which reaches each other one, largest first.
  var circles: [[String]] {
    let reached = Dictionary(
      uniqueKeysWithValues: arrows.keys.map { ($0, reachable(from: $0)) })
    var found: Set<[String]> = []
    for folder in arrows.keys {
      let circle = reached[folder, default: []].filter { reached[$0]?.contains(folder) == true }
      if circle.count > 1 { found.insert(circle.sorted()) }
    }
    return found.sorted { ($0.count, $1.first ?? "") > ($1.count, $0.first ?? "") }
  }

  /// The arrows between some folders, for a message.
  func description(of folders: [String]) -> String {
    folders.flatMap { folder in
      arrows[folder, default: [:]].filter { folders.contains($0.key) }
        .sorted { $0.key < $1.key }
        .map { "\(folder) -> \($0.key): \($0.value.sorted().prefix(6).joined(separator: " "))" }
    }.joined(separator: "\n")
  }

  private func reachable(from folder: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      for other in arrows[next, default: [:]].keys where found.insert(other).inserted {
        waiting.append(other)
      }
    }
    return found
  }
}

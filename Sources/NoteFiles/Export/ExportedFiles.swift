import MarfaSDK

/// Where the files of notes go in an export: where an import found them, or where the texts say, or
/// else next to the note.
struct ExportedFiles {
  /// One file.
  struct Placement: Hashable {
    /// The path from the root of the export.
    var path: String
    /// The blob.
    var hash: String
  }

  /// A file for which any name next to its note will do.
  private struct Unplaced: Hashable {
    var hash: String
    var title: String
    var folder: String
  }

  /// The hashes by the paths that the texts need.
  private var hashes: [String: String] = [:]
  private var unplaced: [Unplaced] = []
  /// Where those went.
  private var placed: [Unplaced: String] = [:]

  /// A file that the text of its note does not name.
  private enum Unnamed {
    case at(String)
    case unplaced(Unplaced)
  }
  /// Those by the paths of their notes.
  private var unnamed: [String: [Unnamed]] = [:]

  /// Takes the files of a note.
  ///
  /// - Parameters:
  ///   - item: The note.
  ///   - path: Where the note's own file is.
  ///   - facts: What an import noted of it; nil for nothing.
  /// - Returns: Whether the text does not name all of them.
  @discardableResult
  mutating func add(_ item: Item, at path: String, facts: ExportedFileFacts?) -> Bool {
    guard !item.attachments.isEmpty else { return false }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    let references = FileReferences(in: item.properties["body"]?.stringValue ?? "").all
    let known = item.attachments.map {
      Self.known($0, facts, note: path, origin: item.origin?.path).filter(Self.isHarmless)
    }
    // Before what only the text says.
    for (attachment, paths) in zip(item.attachments, known) {
      for path in paths { _ = claim(path, attachment.blobRef) }
    }
    // Of several files with the same title, the text names the first.
    var firsts: [String: String] = [:]
    for (attachment, known) in zip(item.attachments, known) {
      let title = attachment.title ?? ""
      let first = firsts[title.lowercased(), default: attachment.blobRef]
      firsts[title.lowercased()] = first
      let written = references.compactMap { reference -> String? in
        guard FolderFiles.name(of: reference.path) == title else { return nil }
        if reference.place == .besideNote { return FolderFiles.joined(folder, reference.path) }
        return reference.path.contains("/") ? FolderFiles.joined("", reference.path) : nil
      }
      let paths = known.isEmpty ? written.filter(Self.isHarmless) : known
      let claimed = paths.filter { claim($0, attachment.blobRef) }
      let file = Unplaced(hash: attachment.blobRef, title: title, folder: folder)
      if claimed.isEmpty { unplaced.append(file) }
      let isNamed = references.contains {
        FolderFiles.name(of: $0.path).lowercased() == title.lowercased()
      }
      if !isNamed || claimed.isEmpty && first != attachment.blobRef {
        unnamed[path, default: []].append(claimed.first.map { .at($0) } ?? .unplaced(file))
      }
    }
    return unnamed[path] != nil
  }

  /// The files that the text of a note does not name, as paths from its folder; known once all
  /// files have their places.
  ///
  /// - Parameter path: The path of the note's file.
  /// - Returns: The paths, in the order of the note.
  func unnamedFiles(of path: String) -> [String] {
    let folder = MarkdownNote.folder(of: path)
    return (unnamed[path] ?? []).compactMap { file in
      switch file {
      case .at(let path): Self.path(path, from: folder)
      case .unplaced(let file): placed[file].map { Self.path($0, from: folder) }
      }
    }
  }

  /// A path from the root as one from a folder.
  private static func path(_ path: String, from folder: String) -> String {
    if folder.isEmpty { return path }
    if path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.count + 1)) }
    return folder.split(separator: "/").map { _ in "../" }.joined() + path
  }

  /// Gives each file a path of its own.
  ///
  /// - Parameter notes: The paths of the notes' files.
  /// - Returns: The placements, by path.
  mutating func place(beside notes: Set<String>) -> [Placement] {
    var all = hashes
    var taken = Set((Array(notes) + all.keys).map { $0.lowercased() })
    for file in unplaced {
      let path = Self.names(of: file).first {
        all[$0] == file.hash || taken.insert($0.lowercased()).inserted
      }
      if let path { all[path] = file.hash }
      placed[file] = path
    }
    return all.filter { !notes.contains($0.key) }
      .sorted { $0.key < $1.key }.map { Placement(path: $0.key, hash: $0.value) }
  }

  private mutating func claim(_ path: String, _ hash: String) -> Bool {
    if let present = hashes[path] { return present == hash }
    hashes[path] = hash
    return true
  }

  /// Where an import found a file, if the note is still in the same place among the others.
  private static func known(
    _ attachment: Attachment, _ facts: ExportedFileFacts?, note path: String, origin: String?
  ) -> [String] {
    guard let facts, let origin, path == origin || path.hasSuffix("/" + origin) else { return [] }
    let above = String(path.dropLast(origin.count))
    let paths = facts.files.filter {
      $0.value == attachment.blobRef && FolderFiles.name(of: $0.key) == attachment.title
    }
    return paths.keys.sorted().map { above + $0 }
  }

  /// Whether a path, which may come from anybody, is a plain one: within the folder, not hidden,
  /// and not that of a note.
  private static func isHarmless(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !MarkdownFile.isNamed(path)
      && parts.allSatisfy { part in
        !part.isEmpty && !part.hasPrefix(".") && part.utf8.count <= 255
          && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      }
  }

  /// The names that a file may have next to its note, the best first.
  private static func names(of file: Unplaced) -> [String] {
    let digits = file.hash.dropFirst("sha256:".count)
    let dot = file.title.lastIndex(of: ".").flatMap { $0 > file.title.startIndex ? $0 : nil }
    let ending = dot.map { ExportNames.safe(String(file.title[file.title.index(after: $0)...])) }
    let stem = ExportNames.safe(dot.map { String(file.title[..<$0]) } ?? file.title)
    let suffix = dot == nil ? "" : "." + (ending ?? "")
    let above = file.folder.isEmpty ? "" : file.folder + "/"
    return [
      above + stem + suffix, above + "\(stem) \(digits.prefix(8))\(suffix)",
      above + digits + suffix,
    ]
  }
}

import Foundation
import MarfaSDK

/// Notes of an import whose files are no longer there, found by their texts: a file that came with
/// the same text is the same one under another name, and so is one with most of its lines.
struct GoneFiles {
  private let folder: String
  /// Paths of known notes by their texts, in order; nil until the first new file.
  private var paths: [Int: [String]]?
  /// Paths that new files were found to have had.
  private var followed: Set<String> = []
  /// The texts of notes whose files are gone; nil until the first new file that is none of them.
  private var texts: [String: TextLikeness]?

  /// A file resembles one that went from here on, of 1; two texts of a template have less in
  /// common.
  private static let leastLikeness = 0.6
  /// Of more files that went at once none is compared.
  private static let mostTexts = 100
  /// Longer texts are not compared.
  private static let mostBytes = 256 << 10

  /// Looks at no file yet.
  ///
  /// - Parameter folder: The absolute path of the imported folder.
  init(folder: String) { self.folder = folder }

  /// A file that went, which a new one is.
  struct Former: Hashable {
    /// The path that it had when it was last imported.
    var path: String
    /// What the report says of it; nil when there is no doubt.
    var remark: String?
  }

  /// What a new file was called when it was last imported.
  ///
  /// - Parameters:
  ///   - note: What is in the new file.
  ///   - known: The notes that were imported before.
  ///   - store: The notes.
  /// - Returns: The file; nil when it is none of those that went. Each is answered once.
  /// - Throws: `StorageError`.
  mutating func file(
    of note: MarkdownNote, among known: KnownNotes, in store: LocalStore
  ) async throws -> Former? {
    if let path = path(of: note, among: known) { return Former(path: path) }
    return try await pathOfChanged(note, among: known, in: store).map {
      Former(path: $0, remark: ImportReason.renamed(from: $0))
    }
  }

  /// The path of the file that went with the same text.
  private mutating func path(of note: MarkdownNote, among known: KnownNotes) -> String? {
    // Empty files are all the same.
    guard !known.notes.isEmpty, case .string(let body)? = note.properties["body"],
      body.contains(where: { !$0.isWhitespace })
    else { return nil }
    var paths = paths ?? Self.paths(of: known)
    defer { self.paths = paths }
    let text = KnownNotes.textDigest(note.properties)
    let index = paths[text]?.firstIndex { path in
      !FileManager.default.fileExists(atPath: folder + "/" + path)
    }
    let path = index.flatMap { paths[text]?.remove(at: $0) }
    if let path { followed.insert(path) }
    return path
  }

  /// The path of the only file that went with most of the lines; a note that was changed here after
  /// the new file was is none.
  private mutating func pathOfChanged(
    _ note: MarkdownNote, among known: KnownNotes, in store: LocalStore
  ) async throws -> String? {
    guard !known.notes.isEmpty else { return nil }
    let texts = try await texts(of: known, in: store)
    guard !texts.isEmpty, note.body.utf8.count <= Self.mostBytes else { return nil }
    let text = TextLikeness(note.body)
    let ranked =
      texts
      .filter { path, _ in
        !followed.contains(path) && known.notes[path].map { note.modified > $0.updatedAt } == true
      }
      .map { (path: $0.key, likeness: text.likeness(to: $0.value)) }
      .filter { $0.likeness >= Self.leastLikeness }
      .sorted { $0.likeness > $1.likeness }
    guard let best = ranked.first, ranked.dropFirst().first?.likeness != best.likeness else {
      return nil
    }
    followed.insert(best.path)
    return best.path
  }

  private mutating func texts(
    of known: KnownNotes, in store: LocalStore
  ) async throws -> [String: TextLikeness] {
    if let texts { return texts }
    let gone = known.notes.filter { path, note in
      !note.isTrashed && !FileManager.default.fileExists(atPath: folder + "/" + path)
    }
    var texts: [String: TextLikeness] = [:]
    for (path, note) in gone where gone.count <= Self.mostTexts {
      let body = try await store.item(id: note.id)?.properties["body"]?.stringValue ?? ""
      if body.utf8.count <= Self.mostBytes { texts[path] = TextLikeness(body) }
    }
    self.texts = texts
    return texts
  }

  private static func paths(of known: KnownNotes) -> [Int: [String]] {
    let notes = known.notes.filter { !$0.value.isTrashed }
    return Dictionary(grouping: notes.keys.sorted()) { notes[$0]?.textDigest ?? 0 }
  }
}

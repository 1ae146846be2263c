import Foundation
import MarfaSDK

/// Notes of an import whose files are no longer there, found by their texts: a file that came with the
/// same text is the same one under another name.
struct GoneFiles {
  private let folder: String
  /// Paths of known notes by their texts, in order; nil until the first new file.
  private var paths: [Int: [String]]?

  /// Looks at no file yet.
  ///
  /// - Parameter folder: The absolute path of the imported folder.
  init(folder: String) { self.folder = folder }

  /// The path that a new file had when it was last imported; each path is answered once.
  ///
  /// - Parameters:
  ///   - note: What is in the new file.
  ///   - known: The notes that were imported before.
  /// - Returns: The path; nil when the file is none of those that went.
  mutating func path(of note: MarkdownNote, among known: KnownNotes) -> String? {
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
    return index.flatMap { paths[text]?.remove(at: $0) }
  }

  private static func paths(of known: KnownNotes) -> [Int: [String]] {
    let notes = known.notes.filter { !$0.value.isTrashed }
    return Dictionary(grouping: notes.keys.sorted()) { notes[$0]?.textDigest ?? 0 }
  }
}

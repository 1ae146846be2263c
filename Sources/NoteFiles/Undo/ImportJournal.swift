import Foundation
import MarfaSDK
import Settings

/// What one import made and changed, kept in a file so that it can be undone.
///
/// A file `imports/<time>.jsonl` in the data directory. It has a line for each set of files that
/// says what is meant, written before the set's transaction, and one that says what came of it,
/// written after. Of a run that was killed between the two, the plan is undone as far as it was
/// done.
package struct ImportJournal: Hashable, Sendable {
  /// A note that was made, and how.
  package struct Created: Hashable, Codable, Sendable {
    /// The note's id.
    package var id: String
    /// Its tags.
    package var tags: [String]
    /// The id of its notebook; nil in the inbox.
    package var notebook: String?
    /// Its blobs; nil for none.
    package var blobs: [String]?
  }

  /// A note that was here before, and how it was.
  package struct Changed: Hashable, Codable, Sendable {
    /// The note's id.
    package var id: String
    /// The revision before the import.
    package var before: Int
    /// The revision that the import made.
    package var after: Int
    /// The tags that the import added.
    package var addedTags: [String]
    /// The tags that the import removed; nil in older journals.
    package var removedTags: [String]?
    /// The blobs that the import added; nil for none.
    package var addedBlobs: [String]?
    /// Its files in the order before the import, where that gave them another one; else nil.
    package var order: [Attachment]?
    /// What was remembered of the note's file before the import, as an object that is empty for
    /// nothing; nil in older journals.
    package var file: JSONValue?
  }

  /// What one set came to.
  package struct Entry: Hashable, Codable, Sendable {
    /// The notes that were made.
    package var created: [Created] = []
    /// Ids of the notebooks that were made, outermost first.
    package var notebooks: [String] = []
    /// The notes that were changed.
    package var changed: [Changed] = []
    /// Whether it is only meant; nil for what was done.
    package var isPlan: Bool?
  }

  /// Where the file is, whether it exists or not.
  package let path: String

  /// How many journals are kept.
  private static let keptCount = 20

  /// Names the journal of an import.
  ///
  /// - Parameters:
  ///   - directories: The application's directories.
  ///   - time: When the import begins.
  package init(directories: ApplicationDirectories, at time: Timestamp) {
    let digits = time.iso8601.filter { $0.isNumber || $0 == "T" }
    path = Self.folder(directories) + "/\(digits).jsonl"
  }

  private init(path: String) { self.path = path }

  private static func folder(_ directories: ApplicationDirectories) -> String {
    directories.data + "/imports"
  }

  /// The notes that undone imports left in the trash.
  package var undoneNotes: UndoneNotes {
    UndoneNotes(folder: URL(filePath: path).deletingLastPathComponent().path)
  }

  /// The journal of the last import that was not undone; nil when there is none.
  package static func last(in directories: ApplicationDirectories) -> ImportJournal? {
    let folder = folder(directories)
    return names(in: folder).last.map { ImportJournal(path: folder + "/" + $0) }
  }

  /// The names of the journals, oldest first.
  private static func names(in folder: String) -> [String] {
    // No folder means no journals.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  // MARK: - Writing and reading

  /// Keeps an import and taking one back apart, until the lock goes.
  ///
  /// - Parameter work: Which of the two begins.
  /// - Returns: The lock.
  /// - Throws: `CommandFailure` when the other one runs, in whatever process.
  package func lock(for work: ImportLock.Work) throws -> ImportLock {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try ApplicationDirectories.create(folder)
    return try ImportLock(path: folder + "/lock", for: work)
  }

  /// Adds what a set is to be, or came to.
  ///
  /// - Parameter entry: The set.
  /// - Throws: The file system's error.
  package func append(_ entry: Entry) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if !FileManager.default.fileExists(atPath: path) {
      try ApplicationDirectories.create(folder)
      for name in Self.names(in: folder).dropLast(Self.keptCount - 1) {
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      try AtomicFile.write("", to: path)
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { file.closeFile() }
    try file.seekToEnd()
    try file.write(contentsOf: try JSONEncoder().encode(entry) + Data("\n".utf8))
  }

  /// The sets in their order; a line that was cut off is left out.
  ///
  /// - Returns: What the import came to.
  /// - Throws: The file system's error.
  package func entries() throws -> [Entry] {
    let data = try Data(contentsOf: URL(filePath: path))
    let entries = data.split(separator: UInt8(ascii: "\n")).compactMap {
      // The last line of a run that broke off.
      try? JSONDecoder().decode(Entry.self, from: $0)
    }
    // The outcome of a plan comes after it, unless the run was interrupted.
    return entries.dropLast().filter { $0.isPlan != true } + entries.suffix(1)
  }

  /// Removes the file: its import was undone.
  ///
  /// - Throws: The file system's error.
  package func remove() throws { try FileManager.default.removeItem(atPath: path) }
}

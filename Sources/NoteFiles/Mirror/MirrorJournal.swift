import Foundation
import Glibc
import MarfaSDK
import Settings

/// What a mirror knows of its pairs of file and note, kept in the state directory.
///
/// A folder with a file `pairs.jsonl`, to which each change of a pair is appended, and a file for each
/// pair with the text in which both were last the same. A line that was cut off counts for nothing:
/// the step before it is then found done when the next run looks.
final class MirrorJournal {
  /// A file and its note.
  struct Pair: Hashable, Codable {
    /// The note's id.
    var id: String
    /// The file's path from the root of the mirror.
    var path: String
    /// The file as it was when both were last the same; nil while they never were.
    var file: FileStamp?
    /// The note as it was then.
    var note: NoteStamp?
    /// Whether the pair is one no more.
    var isForgotten: Bool?
  }

  /// Tells whether a file was written since.
  struct FileStamp: Hashable, Codable {
    var size: Int64
    var nanoseconds: Int64
    var inode: UInt64

    /// The stamp of a file; nil when there is no such regular file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      size = Int64(status.st_size)
      nanoseconds = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      inode = UInt64(status.st_ino)
    }
  }

  /// Tells whether a note was changed or moved since.
  struct NoteStamp: Hashable, Codable {
    var version: Int
    var updatedAt: Int64
    var title: String
    var notebook: String?

    init(_ summary: ItemSummary, notebook: String?) {
      version = summary.version
      updatedAt = summary.updatedAt.milliseconds
      title = summary.title
      self.notebook = notebook
    }
  }

  /// The pairs by their notes' ids.
  private(set) var pairs: [String: Pair] = [:]
  private let folder: String
  private var file: FileHandle

  /// Opens the journal of a mirror, which is made when there is none.
  ///
  /// - Parameter folder: Its folder.
  /// - Throws: The file system's error.
  init(folder: String) throws {
    self.folder = folder
    try ApplicationDirectories.create(folder + "/texts")
    let path = folder + "/pairs.jsonl"
    // There is none before the first run.
    let data = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    for line in data.split(separator: UInt8(ascii: "\n")) {
      // The last line of a run that was killed may be cut off.
      guard let pair = try? JSONDecoder().decode(Pair.self, from: line) else { continue }
      pairs[pair.id] = pair.isForgotten == true ? nil : pair
    }
    let lines = try pairs.values.sorted { $0.id < $1.id }.map {
      String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n"
    }
    try AtomicFile.write(lines.joined(), to: path)
    file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
  }

  /// Notes down that a pair is being made.
  func begin(_ pair: Pair) throws { try append(pair) }

  /// Notes down that file and note are the same: the text first.
  func settle(_ pair: Pair, text: String) throws {
    let sink = try FileSink(path: textPath(pair.id))
    do {
      try sink.write(Array(text.utf8))
      try sink.finish(.leaveToSystem)
    } catch {
      sink.discard()
      throw error
    }
    try append(pair)
  }

  /// Notes down a change of a pair whose text stays.
  func update(_ pair: Pair) throws { try append(pair) }

  /// Forgets a pair.
  func forget(_ id: String) throws {
    guard var pair = pairs[id] else { return }
    pair.isForgotten = true
    try append(pair)
    // Without its pair the text is never read again.
    unlink(textPath(id))
  }

  /// The text in which the pair was last the same; nil when that is lost.
  func text(of id: String) -> String? {
    // Without it both sides are compared with each other.
    try? String(contentsOf: URL(filePath: textPath(id)), encoding: .utf8)
  }

  private func textPath(_ id: String) -> String { folder + "/texts/" + id + ".md" }

  private func append(_ pair: Pair) throws {
    try file.write(contentsOf: try JSONEncoder().encode(pair) + Data("\n".utf8))
    pairs[pair.id] = pair.isForgotten == true ? nil : pair
  }
}

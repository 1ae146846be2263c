import Foundation
import Glibc
import MarfaSDK
import Settings

/// What a mirror knows of its pairs of file and note, kept in the state directory.
///
/// A folder with a file `pairs.jsonl`, to which each change of a pair is appended, and a file for
/// each pair with the text in which both were last the same. A line that was cut off counts for
/// nothing: the step before it is then found done when the next run looks.
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
    /// The contradiction that waits for a person.
    var conflict: Conflict?
    /// Whether the pair is one no more.
    var isForgotten: Bool?
    /// Whether the note is in the trash since its file went; it comes back with the file.
    var isTrashed: Bool?
  }

  /// What a person decides about.
  struct Conflict: Hashable, Codable {
    /// Its id in the store.
    var id: String
    /// The note's properties that contradict.
    var fields: [String]
  }

  /// Reports whether a file was written since.
  struct FileStamp: Hashable, Codable {
    var size: Int64
    var nanoseconds: Int64
    var inode: UInt64

    /// A stamp that no file has, so that the next pass reads the file.
    static let unsure = FileStamp(size: -1, nanoseconds: 0, inode: 0)

    private init(size: Int64, nanoseconds: Int64, inode: UInt64) {
      (self.size, self.nanoseconds, self.inode) = (size, nanoseconds, inode)
    }

    /// The stamp of a file; nil when there is no such regular file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      size = Int64(status.st_size)
      nanoseconds = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      inode = UInt64(status.st_ino)
    }
  }

  /// Reports whether a note was changed or moved since.
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
  /// Pairs whose files went, by their paths.
  private(set) var trashed: [String: Pair] = [:]
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
    trashed = Dictionary(
      pairs.values.filter { $0.isTrashed == true }.map { ($0.path, $0) },
      uniquingKeysWith: { $0.id > $1.id ? $0 : $1 })
    let lines = try pairs.values.sorted { $0.id < $1.id }.map {
      String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n"
    }
    try AtomicFile.write(lines.joined(), to: path)
    pairs = pairs.filter { $0.value.isTrashed != true }
    file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
  }

  /// Notes down that a pair is being made, with the text that both will have.
  func begin(_ pair: Pair, text: String) throws { try settle(pair, text: text) }

  /// Notes down that file and note are the same: the text first.
  func settle(_ pair: Pair, text: String) throws {
    try FileSink.write(text, to: textPath(pair.id), .leaveToSystem)
    try append(pair)
  }

  /// Notes down a change of a pair whose text stays.
  func update(_ pair: Pair) throws { try append(pair) }

  /// Notes down that the note went to the trash with its file.
  func trash(_ id: String) throws {
    guard var pair = pairs[id] else { return }
    pair.isTrashed = true
    try append(pair)
  }

  /// Forgets a pair.
  func forget(_ id: String) throws {
    guard var pair = pairs[id] ?? trashed.values.first(where: { $0.id == id }) else { return }
    pair.isForgotten = true
    try append(pair)
    // Without its pair no text is ever read again.
    unlink(textPath(id))
    unlink(parkedPath(id))
  }

  /// Notes down that a pair waits for a person: the file's text first.
  func park(_ pair: Pair, text: String) throws {
    try FileSink.write(text, to: parkedPath(pair.id), .leaveToSystem)
    try append(pair)
  }

  /// The file's text when the pair was parked last; nil when that is lost.
  func parkedText(of id: String) -> String? {
    // Without it the person is asked again.
    try? String(contentsOf: URL(filePath: parkedPath(id)), encoding: .utf8)
  }

  /// Notes down that a pair waits no more.
  func unpark(_ pair: Pair) throws {
    try append(pair)
    // Without the conflict the text is never read again.
    unlink(parkedPath(pair.id))
  }

  /// The text in which the pair was last the same; nil when that is lost.
  func text(of id: String) -> String? {
    // Without it both sides are compared with each other.
    try? String(contentsOf: URL(filePath: textPath(id)), encoding: .utf8)
  }

  private func textPath(_ id: String) -> String { folder + "/texts/" + id + ".md" }

  private func parkedPath(_ id: String) -> String { folder + "/texts/" + id + ".file.md" }

  private func append(_ pair: Pair) throws {
    try file.write(contentsOf: try JSONEncoder().encode(pair) + Data("\n".utf8))
    let isPair = pair.isForgotten != true && pair.isTrashed != true
    pairs[pair.id] = isPair ? pair : nil
    if pair.isTrashed == true, pair.isForgotten != true {
      trashed[pair.path] = pair
    } else if !trashed.isEmpty {
      trashed = trashed.filter { $0.value.id != pair.id }
    }
  }
}

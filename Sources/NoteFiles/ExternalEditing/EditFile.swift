import Foundation
import Glibc
import Settings

/// The file that an external editor works on, with what is needed to bring its text home later.
///
/// `<slug>-<id8>.md` holds the text; `.<slug>-<id8>.base` next to it holds the note's id and
/// the text as the editor got it. Both stay until the text is safely stored, so that a crash loses
/// nothing.
package struct EditFile: Hashable, Sendable {
  /// The text's file.
  package let path: String
  /// The file of the text before.
  private let basePath: String

  /// The file's name without the directory.
  package var name: String { String(path.split(separator: "/").last ?? "") }
  /// The directory.
  package var directory: String { URL(filePath: path).deletingLastPathComponent().path }

  private init(directory: String, stem: String) {
    path = directory + "/\(stem).md"
    basePath = directory + "/.\(stem).base"
  }

  // MARK: - Making

  /// Writes a note's text into a new file, mode 0600, in a directory of mode 0700.
  ///
  /// A file that is there already, the survivor of a crash or of another editor, is never touched:
  /// a number is added to the name.
  ///
  /// - Parameters:
  ///   - directory: Where.
  ///   - id: The note's id.
  ///   - title: Its title, for the name.
  ///   - text: What the editor gets.
  ///   - base: The text as it is stored; nil when it is the same.
  /// - Returns: The file.
  /// - Throws: `CocoaError` or `POSIXError`; no file is left behind.
  package static func create(
    in directory: String, id: String, title: String, text: String, base: String? = nil
  ) throws -> EditFile {
    try ApplicationDirectories.create(directory)
    let stem = slug(title) + "-" + id.filter { $0 != "-" }.suffix(8).lowercased()
    var number = 1
    while true {
      let file = EditFile(
        directory: directory, stem: number == 1 ? stem : "\(stem)-\(number)")
      do {
        try writeNew(id + "\n" + (base ?? text), to: file.basePath)
      } catch let error as POSIXError where error.code == .EEXIST && number < 1_000 {
        number += 1
        continue
      }
      do {
        try writeNew(text, to: file.path)
        return file
      } catch {
        unlink(file.basePath)
        guard (error as? POSIXError)?.code == .EEXIST, number < 1_000 else { throw error }
        number += 1
      }
    }
  }

  /// A title as part of a file's name: lower-case ASCII letters and digits with single dashes, 1…40
  /// characters.
  package static func slug(_ title: String) -> String {
    let folded = title.folding(
      options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    let words = folded.unicodeScalars.split { scalar in
      !(scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)))
    }
    let joined = words.map { String($0) }.joined(separator: "-").lowercased().prefix(40)
    let trimmed = joined.reversed().drop { $0 == "-" }.reversed()
    return trimmed.isEmpty ? "note" : String(trimmed)
  }

  private static func writeNew(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(text.utf8))
      try handle.synchronize()
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Replaces both texts.
  ///
  /// The text goes first: after a crash between the two it is merged against the older base, which
  /// gives the same.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - text: The text.
  ///   - base: The text as it is stored.
  /// - Throws: `CocoaError` or `POSIXError`; each file has its old or its new content.
  package func replace(id: String, text: String, base: String) throws {
    try AtomicFile.write(text, to: path)
    try AtomicFile.write(id + "\n" + base, to: basePath)
  }

  // MARK: - Reading

  /// What the text's file holds, without a byte order mark.
  package struct Content: Hashable, Sendable {
    /// The text; bytes that are not UTF-8 are U+FFFD in it.
    package let text: String
    /// Where the first of those bytes is; nil without any.
    package let invalidPlace: SourcePosition?

    fileprivate init(_ file: Data) {
      let bytes = ByteOrderMark.dropped(from: file)
      if let valid = String(validating: bytes, as: UTF8.self) {
        (text, invalidPlace) = (valid, nil)
      } else {
        text = String(decoding: bytes, as: UTF8.self)
        invalidPlace = SourcePosition(ofFirstInvalidByteIn: Data(bytes))
      }
    }
  }

  /// What the file holds now; nil while an editor has it renamed away, or when it cannot be read.
  @concurrent
  package func read() async -> Content? {
    guard readError == nil else { return nil }
    return FileManager.default.contents(atPath: path).map(Content.init)
  }

  /// Why the text's file cannot be read, as the system's number; nil when it can be.
  ///
  /// An editor may have put anything in its place.
  package var readError: Int32? {
    // Without O_NONBLOCK a pipe would be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return errno }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: return EISDIR
    default: return ENOTSUP
    }
  }

  /// Whether the text's file exists.
  package var isThere: Bool { readError != ENOENT }

  /// Removes both files; missing ones are no error.
  package func remove() {
    unlink(path)
    unlink(basePath)
  }

  // MARK: - Survivors

  /// A file whose text was not brought home.
  package struct Survivor: Hashable, Sendable {
    /// The file.
    package let file: EditFile
    /// The note's id.
    package let id: String
    /// The text as the editor got it.
    package let base: String
    /// What was last written.
    package let content: Content
    /// When that was.
    package let modified: Date

    /// Whether the editor changed anything.
    package var isChanged: Bool { base != text }
    /// The text as it was last written.
    package var text: String { content.text }
  }

  /// The files left by sessions that did not end well, newest first.
  ///
  /// A file of an editor that is still running is listed, too: its text is not stored yet either.
  package static func survivors(in directory: String) -> [Survivor] {
    // No directory means no survivors.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let found = names.compactMap { name -> Survivor? in
      guard name.hasSuffix(".md"), !name.hasPrefix(".") else { return nil }
      return survivor(EditFile(directory: directory, stem: String(name.dropLast(3))))
    }
    return found.sorted { ($1.modified, $0.file.path) < ($0.modified, $1.file.path) }
  }

  /// How many texts were changed and never stored; the files of editors that run now count, too.
  @concurrent
  package static func survivorCount(in directory: String) async -> Int {
    survivors(in: directory).count { $0.isChanged }
  }

  private static func survivor(_ file: EditFile) -> Survivor? {
    let manager = FileManager.default
    guard let bytes = manager.contents(atPath: file.path),
      let baseBytes = manager.contents(atPath: file.basePath)
    else { return nil }
    let record = String(decoding: baseBytes, as: UTF8.self)
    let parts = record.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    var status = stat()
    let seconds = stat(file.path, &status) == 0 ? Double(status.st_mtim.tv_sec) : 0
    return Survivor(
      file: file, id: String(parts[0]), base: String(parts[1]),
      content: Content(bytes),
      modified: Date(timeIntervalSince1970: seconds))
  }
}

import Foundation
import Glibc

/// A path as a person types or pastes it.
package enum TypedPath {
  /// An entry of a folder.
  package struct Entry: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Whether it is a folder.
    package var isFolder: Bool
    /// In bytes.
    package var size: Int64
    /// Whether it is neither a file nor a folder: a pipe, a device or the like.
    package var isOther = false
  }

  /// The absolute path that a typed one means; `~` is the home.
  package static func absolute(_ text: String, home: String, base: String) -> String {
    if text == "~" { return home }
    if text.hasPrefix("~/") { return home + text.dropFirst(1) }
    return text.hasPrefix("/") ? text : base + "/" + text
  }

  /// The part of a typed path up to its last slash, with it.
  package static func folder(of text: String) -> String {
    text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[...$0]) } ?? ""
  }

  /// The entries of a folder in the order of their names; none of one that cannot be read.
  ///
  /// - Parameter path: The folder's absolute path.
  /// - Returns: The entries, at most 10,000.
  @concurrent
  package static func entries(ofFolder path: String) async -> [Entry] {
    // A folder that cannot be read has nothing to offer; what is typed is judged when it is used.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().prefix(10_000).compactMap { name in
      guard let status = facts(of: path + "/" + name) else { return nil }
      let kind = status.st_mode & S_IFMT
      return Entry(
        name: name, isFolder: kind == S_IFDIR, size: Int64(status.st_size),
        isOther: kind != S_IFDIR && kind != S_IFREG)
    }
  }

  /// What a typed path may become: the entries whose names begin with its last part, folders with a
  /// slash; hidden ones only after a dot.
  ///
  /// - Parameters:
  ///   - text: What is typed.
  ///   - entries: The entries of its folder.
  /// - Returns: The paths, as they would be typed.
  package static func completions(of text: String, among entries: [Entry]) -> [String] {
    let folder = folder(of: text)
    let start = text.dropFirst(folder.count)
    return entries.filter {
      !$0.isOther && $0.name.hasPrefix(start) && (start.hasPrefix(".") || !$0.name.hasPrefix("."))
    }.map { folder + $0.name + ($0.isFolder ? "/" : "") }
  }

  // MARK: - What is pasted

  /// The absolute path that a pasted text is: on one line, plain, quoted, with escaped spaces, or
  /// as a `file:` address, as terminals paste what is dropped on them.
  ///
  /// - Parameter text: What was pasted.
  /// - Returns: The path; nil for any other text.
  package static func pasted(_ text: String) -> String? {
    let line = trimmed(text)
    guard line.utf8.count < 4_096, let first = line.utf8.first else { return nil }
    let isEscaped = line.utf8.contains(UInt8(ascii: "\\"))
    // This is asked at each key of a prompt: most texts are none by their first letter.
    guard isEscaped || "/'\"f".utf8.contains(first), !line.contains(where: \.isNewline)
    else { return nil }
    if line.hasPrefix("file://") { return URL(string: line)?.path }
    if isEscaped || line.hasPrefix("'") || line.hasPrefix("\"") {
      // What is not quoted as a shell quotes is no pasted path.
      guard let words = try? ShellWords.split(line), let word = words.first, words.count == 1
      else { return nil }
      return word.hasPrefix("/") ? word : nil
    }
    return line.hasPrefix("/") && line.count > 1 ? line : nil
  }

  private static func trimmed(_ text: String) -> String {
    var line = text.drop(while: \.isWhitespace)
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }

  /// The path that a typed text means: quotes around it, and the `file:` address of a file, are not
  /// part of it.
  package static func meant(_ text: String) -> String {
    if let path = pasted(text) { return path }
    // An open quote is part of a file's name.
    guard text.hasPrefix("'") || text.hasPrefix("\""), let words = try? ShellWords.split(text),
      let word = words.first, words.count == 1
    else { return text }
    return word
  }

  /// The size of a plain file; nil for what is none, or is not there.
  ///
  /// - Parameter path: The file's absolute path.
  /// - Returns: The size in bytes.
  @concurrent
  package static func sizeOfFile(_ path: String) async -> Int64? {
    guard let status = facts(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Whether a path leads to a folder.
  ///
  /// - Parameter path: The absolute path.
  /// - Returns: Whether it is one; false for what is not there.
  @concurrent
  package static func isFolder(_ path: String) async -> Bool {
    facts(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  private static func facts(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

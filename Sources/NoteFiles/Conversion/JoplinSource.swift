import Foundation
import Glibc

/// The files of an export of Joplin: a JEX archive, or a folder in the form that it calls RAW.
enum JoplinSource: Sendable {
  case archive(TarArchive)
  case folder(String)

  /// Opens an export.
  ///
  /// - Parameter path: The absolute path of the archive or folder.
  /// - Throws: `CommandFailure`.
  init(_ path: String) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      self = .folder(path)
    } else {
      self = .archive(try TarArchive(ArchiveFile(path)))
    }
  }

  /// A file of the export.
  struct File: Hashable, Sendable {
    /// Its name, with `resources/` before that of a resource.
    var name: String
    fileprivate var offset: Int64
    fileprivate var size: Int64
  }

  /// The files, in the order of their names.
  ///
  /// - Throws: `CommandFailure`.
  func files() throws -> [File] {
    switch self {
    case .archive(let archive):
      return archive.entries.map { File(name: $0.name, offset: $0.offset, size: $0.size) }
        .sorted { $0.name < $1.name }
    case .folder(let path): return try Self.files(in: path)
    }
  }

  private static func files(in path: String) throws -> [File] {
    var files: [File] = []
    for folder in ["", "resources/"] {
      // An export without resources has no such folder.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []
      for name in names.sorted() {
        var status = stat()
        guard lstat("\(path)/\(folder)\(name)", &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFLNK {
          throw CommandFailure(
            .failure, "\(path)/\(folder)\(name) is a symbolic link; nothing was imported.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { continue }
        files.append(File(name: folder + name, offset: 0, size: Int64(status.st_size)))
      }
    }
    return files
  }

  /// The text of a file; nil for one that is none or too large.
  func text(of file: File) throws -> String? {
    guard file.size <= MarkdownFile.maximumBytes else { return nil }
    let bytes = try opened(file).read(at: file.offset, count: Int(file.size))
    return String(validating: ByteOrderMark.dropped(from: bytes), as: UTF8.self)
  }

  /// Copies a file.
  func copy(_ file: File, to path: String) throws {
    try opened(file).copy(at: file.offset, count: file.size, to: path)
  }

  private func opened(_ file: File) throws -> ArchiveFile {
    switch self {
    case .archive(let archive): archive.file
    case .folder(let path): try ArchiveFile(path + "/" + file.name)
    }
  }
}

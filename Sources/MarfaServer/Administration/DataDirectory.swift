import Foundation

/// The folder with everything that a server keeps in files.
///
/// It belongs to the assembly with `SQLiteServerStore` and `FileBlobStore`, as do its lock and
/// copies of the store by path; a store elsewhere comes with an assembly of its own, which needs a
/// folder for archives in the making only.
public struct DataDirectory: Hashable, Sendable {
  /// The folder.
  public let path: String

  /// Names the folder of the settings.
  ///
  /// - Parameter settings: The settings.
  /// - Throws: `StartFailure` when they name none.
  public init(_ settings: ServerSettings) throws {
    guard let path = settings.dataDirectory, !path.isEmpty else {
      throw StartFailure("No data folder: give --data DIR, or `data:` in the configuration.")
    }
    self.path = (path as NSString).standardizingPath
  }

  /// The database.
  public var database: String { path + "/marfa-server.sqlite" }

  /// Where the bytes of blobs are.
  public var blobs: String { path + "/blobs" }

  /// Where archives wait while they are made or read.
  public var spool: String { path + "/spool" }
}

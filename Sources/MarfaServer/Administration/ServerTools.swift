import Foundation
import Logging
import MarfaModel

/// What the command line does with a data directory beside serving it.
public struct ServerTools: Sendable {
  private let environment: ServerEnvironment
  private let directory: DataDirectory

  /// Opens a data directory.
  ///
  /// - Parameter settings: The settings.
  /// - Throws: `StartFailure` when it cannot be opened.
  public init(_ settings: ServerSettings) throws {
    directory = try DataDirectory(settings)
    do {
      let ids = ItemIDGenerator()
      environment = ServerEnvironment(
        store: try SQLiteServerStore(besideServerIn: directory.path, ids: ids), settings: settings,
        ids: ids)
    } catch {
      throw StartFailure(error, settings: settings)
    }
  }

  /// The keys.
  public var keys: KeyRing { KeyRing(environment) }

  /// Copies the store into a new file, while a server may go on.
  ///
  /// - Parameter file: The file, which must not be there.
  /// - Throws: `StartFailure`, or what the store throws.
  public func backup(to file: String) async throws {
    guard !FileManager.default.fileExists(atPath: file) else {
      throw StartFailure("\(file) is there already; name a new file.")
    }
    try await environment.store.backup(to: file)
  }

  /// What is wrong with the store and its blobs; empty when all is whole.
  ///
  /// - Returns: One line for each fault.
  /// - Throws: What the store throws.
  public func check() async throws -> [String] {
    var faults = try await environment.store.check()
    let blobs = FileBlobStore(root: directory.blobs)
    var last: String?
    while true {
      let page = try await environment.store.blobs(after: last, limit: 500)
      for blob in page {
        guard let hash = BlobHash(blob.hash), let reader = try await blobs.reader(of: hash) else {
          faults.append("The bytes of \(blob.hash) are missing.")
          continue
        }
        if reader.size != blob.size {
          faults.append("\(blob.hash) has \(reader.size) bytes instead of \(blob.size).")
        }
      }
      guard page.count == 500 else { return faults }
      last = page.last?.hash
    }
  }

  /// Closes the store.
  ///
  /// - Throws: What the store throws.
  public func close() async throws { try await environment.store.close() }
}

import Foundation
import Logging
import MarfaModel

/// What the command line does with a data directory other than serving it.
public struct ServerTools: Sendable {
  private let environment: ServerEnvironment
  private let directory: DataDirectory

  /// Opens a data directory.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - isMade: Whether a directory that has no database yet is given one.
  /// - Throws: `StartFailure` when it cannot be opened; nothing is made then.
  public init(_ settings: ServerSettings, isMade: Bool = false) throws {
    directory = try DataDirectory(settings)
    guard isMade || FileManager.default.fileExists(atPath: directory.database) else {
      throw StartFailure("\(directory.path) has no server data; check --data.")
    }
    do {
      let ids = ItemIdGenerator()
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
      throw StartFailure("\(file) already exists; name a new file.")
    }
    let folder = URL(filePath: file).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      throw StartFailure("No folder \(folder); create it first.")
    }
    do {
      try await environment.store.backup(to: file)
    } catch let failure as StoreFailure where failure.kind == .full {
      throw StartFailure(
        "The disk of \(folder) is too full for the copy; nothing was kept. Free some space or "
          + "name a file on another disk.")
    }
  }

  /// What is wrong with the store and its blobs; empty when all is whole.
  ///
  /// Every blob is read to its end.
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
        if let fault = try await Self.fault(of: blob, in: blobs) { faults.append(fault) }
      }
      guard page.count == 500 else { return faults }
      last = page.last?.hash
    }
  }

  private static func fault(
    of blob: StoredBlob, in blobs: FileBlobStore
  ) async throws -> String? {
    do {
      guard let hash = BlobHash(blob.hash), let reader = try await blobs.reader(of: hash) else {
        return "The bytes of \(blob.hash) are missing."
      }
      guard reader.size == blob.size else {
        return "\(blob.hash) has \(reader.size) bytes instead of \(blob.size)."
      }
      return try await reader.hash() == hash
        ? nil : "The bytes of \(blob.hash) do not match its hash."
    } catch let error as BlobStoreError {
      return "The bytes of \(blob.hash) cannot be read: \(error.description)."
    }
  }

  /// Closes the store.
  ///
  /// - Throws: What the store throws.
  public func close() async throws { try await environment.store.close() }
}

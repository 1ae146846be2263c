import MarfaSDK
import NoteFiles

/// Brings the bytes of blobs to this machine; the server is asked for by the first that is not here.
actor FileFetching {
  private let local: LocalClient
  private let session: CommandSession
  private var remote: AttachmentsNamespace?

  init(_ local: LocalClient, _ session: CommandSession) {
    self.local = local
    self.session = session
  }

  /// The path of a blob's file.
  ///
  /// - Parameter hash: The blob.
  /// - Returns: The path.
  /// - Throws: `BlobFileError` with `.missing` without a server, or what the server answers.
  func get(_ hash: String) async throws -> String {
    if let remote { return try await remote.get(hash) }
    do {
      return try await local.attachments.get(hash)
    } catch let error as BlobFileError where error.code == .missing {
      guard try await local.store.server() != nil else { throw error }
    }
    let attachments = try await connected()
    remote = attachments
    return try await attachments.get(hash)
  }

  /// The files with a way to the server.
  func connected() async throws -> AttachmentsNamespace {
    let server = ServerSession(session)
    let client = try await server.connection().client(
      on: local.store, at: session.databasePath, credential: try await server.credential(),
      environment: local.store.environment)
    return client.attachments ?? local.attachments
  }
}

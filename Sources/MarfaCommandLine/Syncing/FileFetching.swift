import MarfaSDK
import NoteFiles

/// Brings the bytes of blobs to this machine; the server is asked for by the first that is not
/// here, or damaged.
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
    try await perform { try await $0.get(hash) }
  }

  /// Does something with files; where one is missing or damaged here, again with a way to the
  /// server.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What it gives.
  /// - Throws: What it throws; `BlobFileError` without a server.
  func perform<Result: Sendable>(
    _ body: @Sendable (AttachmentsNamespace) async throws -> Result
  ) async throws -> Result {
    if let remote { return try await body(remote) }
    do {
      return try await body(local.attachments)
    } catch let error as BlobFileError where error.kind == .missing || error.kind == .damaged {
      guard try await local.store.server() != nil else { throw error }
    }
    return try await body(connected())
  }

  /// The files with a way to the server.
  func connected() async throws -> AttachmentsNamespace {
    if let remote { return remote }
    let server = ServerSession(session)
    let client = try await server.connection().client(
      on: local.store, at: session.databasePath, credential: try await server.credential(),
      environment: local.store.environment)
    let attachments = client.attachments ?? local.attachments
    remote = attachments
    return attachments
  }
}

import Documents

/// Why something could not be done with a document of a server, or was refused.
///
/// What is not particular to documents keeps its own error: `NetworkError`, `ForbiddenError`, ….
public struct DocumentSyncError: MarfaError, Hashable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The client is not activated, or the server does not know it any more.
    case clientNotActive
    /// The document is not attached to the client.
    case notAttached
    /// The document is attached already, or was detached: make another with the same key.
    case alreadyAttached
    /// The document was removed.
    case removed
    /// The server has no document of the key.
    case notFound
    /// The server has other changes of this actor: the copy here is an older one, or a second one.
    case forked
    /// The field is bound to a document with another key.
    case boundElsewhere
    /// The document, its presence or what was sent is larger than the server takes.
    case tooLarge
    /// The server has no documents, or this client no server.
    case notOffered
    /// The client's file keeps documents of another server.
    case otherServer
    /// The document was edited before it was attached, and there is a stored copy of it already.
    case editedTooEarly
    /// The server has lost changes, as when it was set back to a backup, and unsent ones here build
    /// on them, so that they cannot be made there. They stay here, and the document can be read and
    /// edited as before, but it is not exchanged: see ``Client/startOver(_:)``.
    case baseLost
  }

  /// What is wrong.
  public var reason: Reason
  /// A word of the error catalogue.
  public var code: String
  /// What was wrong, for a person.
  public var message: String
  /// The HTTP status, or nil when no server was asked.
  public var status: Int?
  /// Which document, which client.
  public var details: [String: JSONValue]?

  /// An error that no server answered.
  init(_ reason: Reason, _ message: String, key: String? = nil) {
    self.reason = reason
    self.message = message
    code = Self.codes.first { $0.value == reason }?.key ?? "documents_not_offered"
    details = key.map { ["key": .string($0)] }
  }

  /// Unsent changes that cannot be made in the server's document.
  init(baseLostOf key: String, _ cause: DocumentsError) {
    self.init(
      .baseLost,
      "The server has lost changes of \(key) on which unsent ones build. These are kept here; read "
        + "what is to stay, and start over with the server's document.", key: key)
    details?["cause"] = .string("\(cause)")
  }

  private init(_ reason: Reason, _ error: any MarfaError) {
    self.reason = reason
    code = error.code
    message = error.message
    status = error.status
    details = error.details
  }

  private static let codes: [String: Reason] = [
    "client_not_active": .clientNotActive, "document_not_attached": .notAttached,
    "document_attached": .alreadyAttached, "document_removed": .removed,
    "document_not_found": .notFound, "replica_forked": .forked,
    "document_bound": .boundElsewhere, "document_too_large": .tooLarge,
    "documents_not_offered": .notOffered, "documents_of_other_server": .otherServer,
    "document_edited_too_early": .editedTooEarly, "document_base_lost": .baseLost,
  ]

  /// The error of documents that a server's answer means; other errors stay what they are.
  package static func reading(_ error: any MarfaError) -> any MarfaError {
    if let reason = codes[error.code] { return DocumentSyncError(reason, error) }
    // A server without documents knows no such route.
    if error.status == 404, error.code == ErrorCode.notFound {
      return DocumentSyncError(.notOffered, "The server has no documents.")
    }
    return error
  }

  /// The last own change that the server has as it is here, as it has those before it; nil where it
  /// does not say.
  var alikeThrough: UInt32? {
    details?["alike_through"]?.integerValue.flatMap { UInt32(exactly: $0) }
  }

  /// The key of the document that the server names.
  var key: String? { details?["key"]?.stringValue }
}

/// What a server answered to one queued change, alone or in a batch.
package struct MutationReply: Hashable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// The body; null where there is none, or none that is JSON.
  package var body: JSONValue
  /// The wait that the server asks for.
  package var retryAfter: Duration?
  /// Whether something on the way answered, and not the server.
  package var isForeign = false

  package init(status: Int, body: JSONValue, retryAfter: Duration? = nil) {
    (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
  }

  package init(_ response: TransportResponse) {
    // A body that is no JSON says no more than the status does.
    let body = try? JSONParser.parse(response.body)
    self.init(
      status: response.status, body: body ?? .null, retryAfter: response.retryAfter)
    isForeign = response.isForeign
  }

  /// The documented error of the status.
  func error(_ patch: [String: JSONValue] = [:]) -> any MarfaError {
    let response = TransportResponse(
      status: status, body: body.isNull ? [] : JSONWriter.bytes(of: body))
    return response.error(clientPatch: patch)
      ?? APIError(code: ErrorCode.internalError, message: "Status \(status).", status: status)
  }
}

/// What a reply means for a queued change: the rules, as a function of both.
package enum MutationVerdict: Hashable, Sendable {
  /// It was done, and this is how things are now.
  case confirmed(MutationAnswer)
  /// The item has another version.
  case conflict(ConflictError)
  /// It is refused permanently.
  case refused(code: String, message: String, status: Int)
  /// What it asks for is there already, under this id.
  case alreadyThere(edgeId: String)
  /// A copy of this store has sent it before, with other values.
  case sentByCopy
  /// It waits for an earlier change of the same batch.
  case waits
  /// It may succeed later.
  case transient(message: String, retryAfter: Duration?)
  /// The credential is not known.
  case signedOut

  /// Judges a reply.
  ///
  /// - Parameters:
  ///   - reply: What the server answered.
  ///   - mutation: The change.
  package init(_ reply: MutationReply, to mutation: ClaimedMutation) {
    switch reply.status {
    case let status where RetryPolicy.isTransient(status: status):
      self = .transient(message: reply.error().message, retryAfter: reply.retryAfter)
    case _ where reply.isForeign:
      let response = TransportResponse(status: reply.status, body: [])
      self = .transient(message: response.foreignWords, retryAfter: nil)
    case 200...299: self = Self.confirmation(reply, of: mutation)
    case 401: self = .signedOut
    case 424: self = .waits
    case 404 where mutation.kind.isRemoval: self = .confirmed(.done)
    default: self = Self.refusal(reply, of: mutation)
    }
  }

  private static func confirmation(
    _ reply: MutationReply, of mutation: ClaimedMutation
  ) -> MutationVerdict {
    let members = reply.body.objectValue ?? [:]
    // An answer without its item or edge, and one that cannot be read, come to the same.
    switch mutation.kind {
    case .createItem, .updateItem, .transitionItem, .restoreItem:
      guard let item = members["item"].flatMap({ try? Item(json: $0) }) else {
        // What the server has is what was sent; the event says the rest.
        return .transient(message: "The server's answer cannot be read.", retryAfter: nil)
      }
      let tags = members["metadata"]?.objectValue?["tags"]?.arrayValue?.compactMap(\.stringValue)
      return .confirmed(.item(ConfirmedItem(item, tags: tags)))
    case .createEdge, .updateEdge:
      guard let edge = members["edge"].flatMap({ try? Edge(json: $0) }) else {
        // What is wrong with it helps nobody here; it is asked again.
        return .transient(message: "The server's answer cannot be read.", retryAfter: nil)
      }
      return .confirmed(.edge(edge))
    default: return .confirmed(.done)
    }
  }

  private static func refusal(
    _ reply: MutationReply, of mutation: ClaimedMutation
  ) -> MutationVerdict {
    let patch = mutation.request.body?.objectValue?["properties"]?.objectValue ?? [:]
    let error = reply.error(patch)
    if let conflict = error as? ConflictError, mutation.kind == .updateItem {
      return .conflict(conflict)
    }
    if mutation.kind == .createEdge, error.details?["rule"] == "duplicate",
      let id = error.details?["edge_id"]?.stringValue
    {
      return .alreadyThere(edgeId: id)
    }
    let isKeyUsed =
      error.code == ErrorCode.invalidRequest && error.details?["key"] == .string(mutation.id)
    let isIdTaken =
      mutation.kind == .createItem && error.code == ErrorCode.conflict
      && error.details?["id"] == mutation.itemId.map(JSONValue.string)
    if isKeyUsed || isIdTaken { return .sentByCopy }
    return .refused(code: error.code, message: error.message, status: reply.status)
  }
}

extension MutationKind {
  /// Whether the kind is done when what it is about is not there.
  fileprivate var isRemoval: Bool {
    switch self {
    case .deleteItem, .purgeItem, .deleteEdge, .removeTag, .removeExtension: true
    default: false
    }
  }
}

/// What a server can do beyond the documented API, and what this credential may do there.
///
/// Read from `GET /capabilities` and kept in the store, so that work goes on before it is asked again.
package struct ServerProfile: Codable, Hashable, Sendable {
  /// What the server calls itself for good; nil where it does not say.
  package var serverId: String?
  /// The log that its versions and events belong to.
  package var logEpoch: String?
  /// Whether `Idempotency-Key` is honoured.
  package var isIdempotent = false
  /// How many mutations a batch may have; 0 where there are no batches.
  package var mutationBatch = 0
  /// Whether `GET /snapshot` is there.
  package var hasSnapshot = false
  /// Whether `GET /items?ids=` is there.
  package var hasItemsById = false
  /// Whether the client chooses the ids of edges.
  package var choosesEdgeIds = false
  /// Whether a creation may carry extensions.
  package var createsWithExtensions = false
  /// Bytes of a request's body, at most; nil where it is not said.
  package var bodyBytes: Int?
  /// Bytes of an item's properties as JSON, at most; nil where it is not said.
  package var propertyBytes: Int?
  /// What the credential may do; nil where the server does not say.
  package var rights: CredentialRights?

  /// A server with the documented API only.
  package init() {}

  /// Reads the answer of `GET /capabilities`; what it does not say is not offered.
  package init(json: JSONValue) {
    let members = json.objectValue ?? [:]
    func flag(_ name: String) -> Bool { members[name]?.boolValue ?? false }
    serverId = members["server_id"]?.stringValue
    logEpoch = members["log_epoch"]?.stringValue
    isIdempotent = flag("idempotency")
    mutationBatch = Int(clamping: members["mutation_batch"]?.integerValue ?? 0)
    hasSnapshot = flag("snapshot")
    hasItemsById = flag("items_by_id")
    choosesEdgeIds = flag("client_edge_ids")
    createsWithExtensions = flag("create_with_extensions")
    let limits = members["limits"]?.objectValue ?? [:]
    bodyBytes = limits["body_bytes"]?.integerValue.map(Int.init(clamping:))
    propertyBytes = limits["property_bytes"]?.integerValue.map(Int.init(clamping:))
    rights = CredentialRights(json: members["may"])
  }

  /// What changes how a queued request is built.
  package var binding: BindingOptions {
    var options = BindingOptions(
      createsWithExtensions: createsWithExtensions, choosesEdgeIds: choosesEdgeIds)
    options.propertyBytes = propertyBytes
    options.mayPurge = rights?.mayPurge ?? true
    return options
  }
}

/// What a server can do beyond the documented API, and what this credential may do there.
///
/// Read from `GET /capabilities` and kept in the store, so that work goes on before it is asked
/// again.
package struct ServerProfile: Codable, Hashable, Sendable {
  /// What the server calls itself for good; nil where it does not say.
  package var serverId: String?
  /// The log that its versions and events belong to.
  package var logEpoch: String?
  /// Whether `Idempotency-Key` is honoured.
  package var isIdempotent = false
  /// How many mutations a batch may have; 0 where there are no batches.
  package var mutationBatch = 0
  /// Whether texts can be edited as documents; nil for no.
  package var offersDocuments: Bool?
  /// Whether `GET /snapshot` is there.
  package var hasSnapshot = false
  /// Whether `GET /items?ids=` is there.
  package var hasItemsById = false
  /// Whether the client chooses the ids of edges.
  package var choosesEdgeIds = false
  /// Whether a creation may carry extensions.
  package var createsWithExtensions = false
  /// Whether a change may name the device that made it, which the item then has; nil for no.
  package var namesDevices: Bool?
  /// Whether a move to another state may name the device that asks for it; nil for no.
  package var namesStateDevices: Bool?
  /// Whether a purge may name the state of the item that it is meant for; nil for no.
  package var conditionsPurges: Bool?
  /// Whether a change of attachments may name those that it was made on; nil for no.
  package var mergesAttachments: Bool?
  /// Whether the event stream reports changes of extensions; nil for no.
  package var reportsExtensions: Bool?
  /// Bytes of a request's body, at most; nil where it is not said.
  package var bodyBytes: Int?
  /// Bytes of an item's properties as JSON, at most; nil where it is not said.
  package var propertyBytes: Int?
  /// Whether uploads can be resumed, as tus 1.0.0 says.
  package var resumesUploads = false
  /// Whether `POST /blobs/known` is there.
  package var knowsBlobs = false
  /// Bytes of a blob that is sent at once, at most; nil where it is not said.
  package var blobBytes: Int64?
  /// Bytes of a blob that is sent piece by piece, at most; nil where it is not said.
  package var resumableBlobBytes: Int64?
  /// Attachments of an item, at most; nil where it is not said.
  package var itemAttachments: Int?
  /// Another text after each change of the types that the server has; nil where it does not say.
  package var typesVersion: String?
  /// What the credential is called; nil where the server does not say.
  package var keyLabel: String?
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
    offersDocuments = members["documents"]?.boolValue
    hasItemsById = flag("items_by_id")
    choosesEdgeIds = flag("client_edge_ids")
    createsWithExtensions = flag("create_with_extensions")
    namesDevices = members["change_devices"]?.boolValue
    namesStateDevices = members["state_devices"]?.boolValue
    conditionsPurges = members["conditional_purges"]?.boolValue
    mergesAttachments = members["attachment_merge"]?.boolValue
    reportsExtensions = members["extension_events"]?.boolValue
    resumesUploads = members["resumable_uploads"]?.stringValue == "tus/1.0.0"
    knowsBlobs = flag("blobs_known")
    let limits = members["limits"]?.objectValue ?? [:]
    bodyBytes = limits["body_bytes"]?.integerValue.map(Int.init(clamping:))
    propertyBytes = limits["property_bytes"]?.integerValue.map(Int.init(clamping:))
    blobBytes = limits["blob_bytes"]?.integerValue
    resumableBlobBytes = limits["resumable_blob_bytes"]?.integerValue
    itemAttachments = limits["attachments"]?.integerValue.map(Int.init(clamping:))
    typesVersion = members["types_version"]?.stringValue
    keyLabel = members["key_label"]?.stringValue
    rights = CredentialRights(json: members["may"])
  }

  /// Bytes of the largest blob that the server takes; nil where it is not said.
  package var largestBlob: Int64? {
    guard resumesUploads else { return blobBytes }
    // A server that does not say how much it takes piece by piece refuses what is too much.
    return resumableBlobBytes.map { max($0, blobBytes ?? 0) }
  }

  /// What the credential may do, where that is not everything.
  package var limits: CredentialRights? { rights.flatMap { $0.isUnlimited ? nil : $0 } }

  /// Whether the event stream says how far it goes, and the credential sees every event up to
  /// there.
  package var announcesEveryEvent: Bool {
    serverId != nil && rights.map(\.isUnlimited) ?? false
  }

  /// What changes how a queued request is built.
  package var binding: BindingOptions {
    var options = BindingOptions(
      createsWithExtensions: createsWithExtensions, choosesEdgeIds: choosesEdgeIds)
    options.propertyBytes = propertyBytes
    options.mayPurge = rights?.mayPurge ?? true
    options.limits = limits
    options.namesDevices = namesDevices ?? false
    options.namesStateDevices = namesStateDevices ?? false
    options.conditionsPurges = conditionsPurges ?? false
    options.mergesAttachments = mergesAttachments ?? false
    return options
  }
}

import GRDB

extension SyncState {
  /// What the credential may do, where that is not everything.
  static let rights = "rights"
  private static let decodedRights = LastDecoded<CredentialRights>()
  /// There once the server refused to keep the origin of an import.
  static let keepsNoOrigins = "keeps_no_origins"

  /// What the credential may do, where that is not everything; nil where it is, or where the server
  /// does not say.
  func readLimits() throws -> CredentialRights? {
    try value(Self.rights).map(Self.decodedRights.value)
  }
}

extension StoreWriter {
  /// Lets a change of an item pass that the credential may make: any other would be refused later.
  ///
  /// What a server says is written down whatever a person may do, and so is a change of what no
  /// server has: it goes with the creation, which waits for a key that may make it.
  ///
  /// - Throws: `ForbiddenError` with `type_not_permitted` or `forbidden`.
  func requireRight(to kind: MutationKind, of record: ItemRecord, subject: String? = nil) throws {
    guard isForPeople, let limits = try limits,
      kind == .createItem || record.serverVersion != nil
    else { return }
    if kind == .setExtension || kind == .removeExtension {
      guard let subject, !limits.mayWrite(extension: subject) else { return }
      throw ForbiddenError(
        message: "The key may not write \(subject).", status: nil,
        details: ["namespace": .string(subject)])
    }
    try require(type: record.type, limits)
  }

  /// Lets a change of an edge pass that the credential may make: it needs the right to write both
  /// the edge's type and the item at its source.
  ///
  /// - Throws: `ForbiddenError` with `edge_permission_denied` or `type_not_permitted`.
  func requireRight(toEdge id: String, from source: String) throws {
    guard isForPeople, let limits = try limits else { return }
    let type = try String.fetchOne(
      db.cachedStatement(sql: "SELECT type FROM edge WHERE id = ?"), arguments: [id])
    if let type, !limits.mayWrite(edgeType: type) {
      throw ForbiddenError(
        code: ErrorCode.edgePermissionDenied, message: "The key may not write edges \(type).",
        status: nil, details: ["edge_type": .string(type)])
    }
    if let record = try record(id: source) { try require(type: record.type, limits) }
  }

  private func require(type: String, _ limits: CredentialRights) throws {
    guard !limits.mayWrite(type: type) else { return }
    throw ForbiddenError(
      code: ErrorCode.typeNotPermitted, message: "The key may not write \(type).", status: nil,
      details: ["type": .string(type)])
  }

  /// Whether what reports an import is written for an item: a note without it is better than none.
  func mayTell(by namespace: String) throws -> Bool {
    guard try limits?.mayWrite(extension: namespace) ?? true else { return false }
    return try syncState.value(SyncState.keepsNoOrigins) == nil
  }

  /// The edges of a creation without those that the credential may not write.
  func permitted(_ input: CreateItemInput) throws -> CreateItemInput {
    guard let limits = try limits else { return input }
    var input = input
    input.edges = input.edges?.filter { limits.mayWrite(edgeType: $0.key) }
    return input
  }
}

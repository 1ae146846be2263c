import MarfaModel

/// Makes changes within one write transaction, in somebody's name.
///
/// Its rules are in files by subject: all work on the rows and the rights of one request.
struct RecordWriter {
  let rows: any RecordTransaction
  var context: WriteContext
  /// Whether changes are reported; not by bulk requests that say so.
  var emitsEvents = true
  /// Whether answers are short, because those of the batch before this one are too long together.
  var answersShortly = false
  /// What readers have found out for the change.
  var found = ReadersWork()
  /// Whether what takes long is left to a reader, by an error that is a `LongWork`.
  var leavesLongWork = false
  /// Where the texts of items come from that documents are bound to.
  var textOrigin = TextOrigin.request
  /// What a bulk request was found to write before the writer's turn.
  var preparation: BulkPreparation?
  /// The same of a bulk request of edges, where it still holds.
  var edgePreparation: EdgePreparation?

  /// Who wrote a text.
  enum TextOrigin {
    /// Somebody who sent it: the document is edited like it.
    case request
    /// The document.
    case document
  }

  /// Makes a change, or gives the first answer to the same request again.
  func answer(_ mutation: StoreMutation) throws -> StoreAnswer {
    if let known = try firstAnswer(to: mutation) { return known }
    var answer = try perform(mutation)
    if try !isMerged(mutation) { answer = answer.brief(of: mutation, context) }
    guard let key = context.idempotency else { return answer }
    return try records.keep(answer, for: key)
  }

  /// Makes a change, and keeps a conflict that it meets as the first answer.
  ///
  /// - Returns: The answer, or why the change was refused; it has then no effect.
  /// - Throws: What the storage throws; nothing is written then.
  func outcome(of mutation: StoreMutation) throws -> Result<StoreAnswer, any Error> {
    let outcome = try rows.attempt { try answer(mutation) }
    guard case .failure(let error as any MarfaError) = outcome, context.keeps(error),
      let key = context.idempotency
    else { return outcome }
    _ = try records.keep(Self.answer(error), for: key)
    return outcome
  }

  /// Whether what others typed may be in a text besides what was sent.
  private func isMerged(_ mutation: StoreMutation) throws -> Bool {
    guard context.answersBriefly, case .patchItem(let id, _) = mutation else { return false }
    return try !rows.documents(ofItem: id).isEmpty
  }

  /// The first answer to the same request, for a client that may still see it; nil when it is new.
  func firstAnswer(to mutation: StoreMutation) throws -> StoreAnswer? {
    guard let key = context.idempotency,
      let known = try records.answer(to: key, orWith: { try answer($0, $1) })
    else { return nil }
    try authorize(mutation)
    if answersShortly, !known.isRefusal { return try shortAnswer(to: mutation, after: known) }
    // What came along then may not be seen any more.
    if try rows.idempotency(key.key, of: context.credentialId)?.rights != context.rights,
      let present = try presentAnswer(to: mutation, after: known)
    {
      return present
    }
    return known
  }

  /// Makes a change.
  private func perform(_ mutation: StoreMutation) throws -> StoreAnswer {
    switch mutation {
    case .createItem(let input): try create(input)
    case .patchItem(let id, let body): try patch(id, body)
    case .trashItem(let id, let device): try trash(id, by: device)
    case .restoreItem(let id): try restore(id)
    case .transitionItem(let id, let state, let device):
      try transition(id, to: state, by: device)
    case .purgeItem(let id, let condition): try purge(id, condition)
    case .setTags(let id, let tags): try setTags(id) { _ in try TagRules.kept(tags) }
    case .addTags(let id, let tags):
      try setTags(id) { TagRules.union($0, try TagRules.kept(tags)) }
    case .removeTag(let id, let tag):
      try setTags(id) { old in old.filter { $0 != tag && $0 != TagRules.normalize(tag) } }
    case .setExtension(let id, let namespace, let data):
      try setExtension(id, namespace, to: data)
    case .removeExtension(let id, let namespace): try setExtension(id, namespace, to: nil)
    case .bulkItems(let body): try bulk(body)
    case .bulkAction: throw StoreErrors.invalid("path", "A bulk action is a request of its own.")
    case .createEdge(let input): try createEdge(input)
    case .patchEdge(let id, let properties): try patchEdge(id, properties)
    case .deleteEdge(let id): try deleteEdge(id)
    case .bulkEdges(let body): try bulk(body)
    case .registerEdgeType(let type): try register(type)
    case .deleteEdgeType(let id): try deleteEdgeType(id)
    case .registerType(let type): try register(type)
    case .updateType(let type): try update(type)
    case .deleteType(let id, let force): try deleteType(id, force)
    case .createWebhook(let webhook): try create(webhook)
    case .patchWebhook(let id, let patch): try self.patch(id, patch)
    case .deleteWebhook(let id): try deleteWebhook(id)
    case .createKey(let key): try create(key)
    case .patchKey(let id, let body): try patchKey(id, body)
    case .deleteKey(let id): try deleteKey(id)
    case .patchProfile(let body): try patchProfile(body)
    case .setAvatar(let hash): try setAvatar(hash)
    case .setTenant(let configuration): try setTenant(configuration)
    }
  }

  // MARK: - What may be done

  /// Checks that a credential may still do what it did before: its first answer is shown again.
  ///
  /// An item that is gone since, as after a purge, hides nothing.
  private func authorize(_ mutation: StoreMutation) throws {
    switch mutation {
    case .createItem(let input): try requireWrite(type: input.type)
    case .createEdge(let input): try requireWrite(edgeType: input.edgeType)
    case .purgeItem, .bulkItems, .bulkEdges, .registerEdgeType, .deleteEdgeType, .createWebhook,
      .patchWebhook, .deleteWebhook, .createKey, .patchKey, .deleteKey, .setTenant:
      try requireAdministrator()
    case .registerType, .updateType, .deleteType: try requireTypes()
    case .patchProfile, .setAvatar: try requireProfile()
    case .setExtension(_, let namespace, _), .removeExtension(_, let namespace):
      guard context.access.mayWrite(extension: namespace) else {
        throw StoreErrors.forbidden("The key may not write \(namespace).")
      }
    case .patchItem, .trashItem, .restoreItem, .transitionItem, .setTags, .addTags, .removeTag:
      for case let row? in try mutation.itemIds.map({ try rows.item(id: $0) }) {
        guard try isReadable(row) else { throw StoreErrors.itemNotFound(row.id) }
        try requireWrite(type: row.type)
      }
    case .patchEdge(let id, _), .deleteEdge(let id):
      if try rows.edge(id: id) != nil { _ = try writableEdge(id) }
    case .bulkAction: break
    }
  }

  /// What the credential may see.
  func scope() throws -> ReadScope {
    try ReadScope(context.access, in: rows)
  }

  /// An item that may be seen.
  ///
  /// A record of the server is refused as such to those who may see it: no route of items has to
  /// do with it.
  func readable(_ id: String) throws -> ItemRow {
    try EdgePlanner(rows: rows, context: context).readable(id)
  }

  /// Whether the credential may see an item.
  func isReadable(_ row: ItemRow) throws -> Bool {
    let types = try rows.catalogue().types
    return context.access.mayRead(type: row.type, in: types)
  }

  /// An item that may be changed.
  func writable(_ id: String) throws -> ItemRow {
    let row = try readable(id)
    try requireWrite(type: row.type)
    return row
  }

  /// - Throws: `ForbiddenError` with `type_not_permitted`.
  func requireWrite(type: String) throws {
    let types = try rows.catalogue().types
    guard context.access.mayWrite(type: type, in: types) else {
      throw ForbiddenError(mayNotWrite: type)
    }
  }

  /// - Throws: `ForbiddenError` with `edge_permission_denied`.
  func requireWrite(edgeType: String) throws {
    guard context.access.mayWrite(edgeType: edgeType) else {
      throw ForbiddenError(mayNotWriteEdges: edgeType)
    }
  }

  /// - Throws: `ForbiddenError` with `forbidden`.
  func requireAdministrator() throws {
    guard context.access.isAdministrator else { throw StoreErrors.mustAdminister }
  }

  /// - Throws: `ForbiddenError` with `forbidden`.
  func requireProfile() throws {
    guard context.access.mayChangeProfile else {
      throw StoreErrors.forbidden("The key lacks the metadata permission profile:write.")
    }
  }

  /// What becomes of properties that a type does not know.
  func unknownProperties() throws -> SchemaValidator.UnknownProperties {
    try rows.catalogue().unknownProperties
  }

  /// `{item, metadata}` of an item.
  func answer(_ row: ItemRow, _ outcome: Outcome = .done) throws -> StoreAnswer {
    guard !answersShortly else { return StoreAnswer(outcome: outcome, shortlyOf: row) }
    return try Hydration(rows: rows, scope: scope()).answer(row, outcome)
  }
}

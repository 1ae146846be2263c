import MarfaModel

/// What routes ask of a store: requests as values, answered by the rules.
extension RecordStore {
  /// Reads.
  ///
  /// - Parameters:
  ///   - query: What is asked.
  ///   - access: What the credential may see; the rest is as if it were not there.
  /// - Returns: Status 200 and the documented body.
  /// - Throws: `NotFoundError` and `ValidationError` with the codes of each query.
  public func read(
    _ query: StoreQuery, for access: any StoreAccess
  ) async throws -> StoreAnswer {
    if let answer = try await glance(query, for: access) { return answer }
    return try await scan(query, for: access)
  }

  /// Reads a few rows.
  ///
  /// - Returns: As `read`; nil when there are more rows, which `scan` reads.
  /// - Throws: As `read`.
  func glance(_ query: StoreQuery, for access: any StoreAccess) async throws -> StoreAnswer? {
    guard !query.isLong else { return nil }
    do {
      return try await snapshot(.glance) { rows in
        try RecordReader(rows: rows, scope: ReadScope(access, in: rows)).answer(query)
      }
    } catch is LongRead {
      return nil
    }
  }

  /// Reads any number of rows.
  ///
  /// - Returns: As `read`.
  /// - Throws: As `read`, and `ValidationError` when it takes too long.
  func scan(_ query: StoreQuery, for access: any StoreAccess) async throws -> StoreAnswer {
    if case .search = query { await prepareSearch() }
    return try await snapshot(.scan) { rows in
      // A long answer is written where it was read, and not on a connection's thread.
      try RecordReader(rows: rows, scope: ReadScope(access, in: rows)).answer(query).encoded
    }
  }

  /// Lets a search find what was written before it, as far as that takes no longer than a query
  /// may.
  private func prepareSearch() async {
    let end = searchPatience.map { ContinuousClock.now + $0 }
    do {
      try await indexWords { end.map { ContinuousClock.now < $0 } ?? true }
    } catch {
      // A full disk stops writes and no reads: what is indexed is found.
    }
  }

  /// Makes a change, with its events and its idempotency record in the same transaction.
  ///
  /// With an idempotency key whose first use succeeded or met a conflict, nothing happens and that
  /// first answer is given again. Any other refusal is not recorded: the request is judged again.
  ///
  /// - Parameters:
  ///   - mutation: The change.
  ///   - context: Who makes it.
  /// - Returns: The documented answer.
  /// - Throws: `MarfaModel`'s errors with the codes of each mutation; nothing is written then.
  public func write(
    _ mutation: StoreMutation, _ context: WriteContext
  ) async throws -> StoreAnswer {
    switch mutation {
    case .bulkAction(let action): return try await write(action, context)
    case .bulkItems(let body) where body.atomic == false:
      let mode = body.mode ?? .upsert
      return try await write(body, as: mutation, context) { try $0.bulkItem($1, $2, mode) }
    case .bulkEdges(let body) where body.atomic == false:
      let mode = body.mode ?? .upsert
      return try await write(body, as: mutation, context) { try $0.bulkEdge($1, $2, mode) }
    case .bulkItems(let body):
      return try await together(mutation, context) {
        try BulkPreparation(body, context, in: $0)
      } settling: {
        for long in $0.long.histories { try await thin(long) }
      } using: {
        ($0.preparation, $0.found.edits) = ($1, $1.long.edits)
      }
    case .bulkEdges(let body):
      return try await together(mutation, context) {
        try EdgePreparation(body, context, in: $0)
      } using: {
        if try $1.holds(in: $0.rows) { $0.edgePreparation = $1 }
      }
    case .purgeItem(let id, let condition):
      try await shorten(purgeOf: id, LongPurge(.request, by: context), context, if: condition)
    default: break
    }
    return try await leavingLongWork { found, leaves in
      try await write(mutation, context, knowing: found, leavingLongWork: leaves)
    }
  }

  /// Makes a change of its own.
  ///
  /// - Throws: Also a `LongWork`, where that is asked for.
  private func write(
    _ mutation: StoreMutation, _ context: WriteContext, knowing found: ReadersWork,
    leavingLongWork leaves: Bool
  ) async throws -> StoreAnswer {
    @Sendable func writer(_ rows: any RecordTransaction) -> RecordWriter {
      var writer = RecordWriter(rows: rows, context: context)
      (writer.found, writer.leavesLongWork) = (found, leaves)
      return writer
    }
    do {
      return try await transact(.allowed) { rows in try writer(rows).answer(mutation) }
    } catch let error as any MarfaError where context.keeps(error) {
      // Once more at a savepoint, so that what is kept is what happened.
      return try await transact(.allowed) { rows in try writer(rows).outcome(of: mutation) }.get()
    }
  }

  /// Makes a bulk request as a whole.
  ///
  /// What can be known before the writer's turn is: others wait for what is written only.
  private func together<Preparation: Sendable>(
    _ mutation: StoreMutation, _ context: WriteContext,
    preparing prepare: @escaping @Sendable (any RecordRows) throws -> Preparation,
    settling settle: @escaping @Sendable (Preparation) async throws -> Void = { _ in },
    using give: @escaping @Sendable (inout RecordWriter, Preparation) throws -> Void
  ) async throws -> StoreAnswer {
    try await bulkTurns.take {
      let preparation = try await snapshot(.preparation) { rows in
        try Self.isKnown(context, in: rows) ? nil : prepare(rows)
      }
      if let preparation { try await settle(preparation) }
      return try await transact(.slice) { rows in
        var writer = RecordWriter(rows: rows, context: context)
        if let preparation { try give(&writer, preparation) }
        return try writer.answer(mutation)
      }
    }
  }

  /// The types, edge types and settings as they are now.
  ///
  /// - Throws: `StoreFailure`.
  public func catalogue() async throws -> StoreCatalogue {
    try await snapshot(.lookup) { try $0.catalogue() }
  }

  /// The settings; the standard ones until they are set.
  ///
  /// - Throws: `StoreFailure`.
  public func settings() async throws -> SpaceSettings {
    try await catalogue().settings
  }

  /// Replaces the settings.
  ///
  /// - Throws: `StoreFailure`.
  public func setSettings(_ settings: SpaceSettings) async throws {
    try await transact(.allowed) { rows in
      try rows.setSpaceValue(.settings, StoredJSON.text(encoding: settings))
    }
  }

  /// The profile; empty until it is set.
  ///
  /// - Throws: `StoreFailure`.
  public func profile() async throws -> Profile {
    try await snapshot(.lookup) { try $0.profile() }
  }
}

extension RecordRows {
  /// The profile; empty until it is set.
  func profile() throws -> Profile {
    try spaceValue(.profile).map { try StoredJSON.value($0, as: Profile.self) } ?? Profile()
  }
}

extension WriteContext {
  /// The server itself, which may do everything.
  static let server: WriteContext = {
    var context = WriteContext(access: FullAccess(), credentialId: "", source: "server")
    context.limits = .none
    return context
  }()
}

extension StoreQuery {
  /// Whether an answer may take long.
  var isLong: Bool {
    switch self {
    case .item, .stats, .metadata, .extension, .type, .webhook: false
    default: true
    }
  }
}

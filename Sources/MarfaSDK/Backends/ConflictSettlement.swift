/// Settles the conflict that an update meets at the call, as its options or the client say.
struct ConflictSettlement: Sendable {
  /// Who settles when the options are silent.
  let standard: ConflictStrategy
  /// What becomes of a text that was changed in two places.
  let textMerge: ClientConfiguration.TextMerge
  /// Mints the id of a copy.
  let ids: ItemIdGenerator

  /// How often somebody else may be faster before the conflict is the caller's.
  private static let maximumRounds = 3

  /// Updates an item, and again with what a conflict was settled to.
  ///
  /// A copy is made before the original is written, so that nothing is lost when that fails.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - properties: The properties that change.
  ///   - options: The version that the change was made on, and what else changes.
  ///   - items: Where the items are.
  ///   - metadata: Where their tags are, which a copy takes along.
  /// - Returns: The item as it is now.
  /// - Throws: `ConflictError` when the caller is to settle it, or when it comes back three times;
  ///   what `options.resolve` throws; and what an update throws.
  func update(
    id: String, properties: [String: JSONValue], options: UpdateOptions,
    items: any ItemsBackend, metadata: any MetadataBackend
  ) async throws -> Item {
    var patch = properties
    var options = options
    var rounds = 0
    while true {
      do {
        return try await items.update(id: id, properties: patch, options: options)
      } catch let error as ConflictError {
        let strategy = options.conflict ?? standard
        rounds += 1
        guard strategy != .manual, rounds <= Self.maximumRounds else { throw error }
        let context = ConflictContext(
          error, item: try await items.get(id: id), tags: try await metadata.get(id: id).tags)
        let resolution = try await resolution(of: context, strategy, options.resolve, error)
        if let sibling = resolution.sibling { _ = try await items.create(sibling) }
        patch = resolution.patch
        options.version = resolution.version
      }
    }
  }

  private func resolution(
    of context: ConflictContext, _ strategy: ConflictStrategy,
    _ resolve: UpdateOptions.ConflictResolver?, _ error: ConflictError
  ) async throws -> ConflictResolution {
    if strategy == .callback, let resolve {
      return ConflictRules.resolve(context, choosing: try await resolve(context))
    }
    let decision = ConflictRules.resolve(
      context, strategy: .auto, siblingId: ids.nextId, textMerge: merge)
    switch decision {
    case .resolved(let resolution): return resolution
    case .undecided: throw error
    }
  }

  private var merge: ConflictRules.TextMerge? {
    guard textMerge == .whenDisjoint else { return nil }
    return { ThreeWayMerge(base: $0, mine: $1, theirs: $2).merged }
  }
}

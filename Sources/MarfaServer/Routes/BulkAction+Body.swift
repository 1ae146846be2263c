import MarfaModel

extension BulkBody {
  /// - Throws: `ValidationError` with the limit when there are too many entries.
  func checkCount() throws {
    guard entries.count <= Self.maximumCount else {
      throw RecordLimits.excess(
        "entries", "A bulk request has at most \(Self.maximumCount) entries.", Self.maximumCount)
    }
  }
}

extension BulkAction {
  /// Checks what a body asks for.
  ///
  /// - Parameter body: The body.
  /// - Throws: `ValidationError` with the field.
  init(_ body: BulkActionBody) throws {
    if let maximum = body.maxItems, !(1...Self.countLimit).contains(maximum) {
      throw ValidationError(
        message: "max_items must be 1 to \(Self.countLimit).",
        details: ["field": "max_items", "limit": .integer(Int64(Self.countLimit))])
    }
    for (field, time) in [("filter.since", body.filter.since), ("filter.until", body.filter.until)]
    {
      if let time { try ItemRules.validateTimestamp(time, field: field) }
    }
    let change: Change =
      switch body.action {
      case .transition(let state): .transition(state)
      case .purge: .purge(confirmation: body.confirm)
      case .updateTags(let add, let remove): .updateTags(add: add, remove: remove)
      case .updateTier(let tier): .updateTier(tier)
      case .updateProperties(let properties): .updateProperties(properties)
      case .updateTimestamp(let time): .updateTimestamp(time)
      }
    if case .updateTimestamp(let time) = change { try ItemRules.validateTimestamp(time) }
    self.init(
      filters: body.filter.listFilters, change: change, isDryRun: body.dryRun ?? false,
      maximumCount: body.maxItems, emitEvents: body.emitEvents ?? false)
  }
}

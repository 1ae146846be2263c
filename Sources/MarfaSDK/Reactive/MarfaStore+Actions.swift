extension MarfaStore {
  /// Does something to items, shown in every window at once and until the windows have read it.
  ///
  /// One transaction for each item, in the order given; what comes after a failure is not done.
  ///
  /// - Parameters:
  ///   - action: what to do.
  ///   - ids: to which items.
  /// - Returns: the work under way; its failure undoes what is shown.
  @discardableResult
  public func perform(_ action: ListAction, on ids: [String]) -> Task<Void, any Error> {
    perform(action, on: ids) { [local] in
      for id in ids { try await local.perform(action, on: id) }
    }
  }

  /// Shows an action in every window while some other work does it.
  ///
  /// - Parameters:
  ///   - action: what is shown.
  ///   - ids: on which items.
  ///   - work: does it; it has committed when it returns.
  /// - Returns: the work under way; its failure undoes what is shown.
  @discardableResult
  public func perform(
    _ action: ListAction, on ids: [String], by work: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, any Error> {
    let token = overlay.begin(action, on: Set(ids))
    // The task owns itself: a write that was begun is not given up with the screen.
    return Task { [overlay, hub] in
      do {
        try await work()
        overlay.confirm(token, at: hub.sequence)
        overlay.settle(through: hub.seenThrough)
      } catch {
        overlay.revert(token)
        throw error
      }
    }
  }
}

extension LocalStore {
  fileprivate func perform(_ action: ListAction, on id: String) async throws {
    switch action {
    case .addTag(let tag): _ = try await addTags(id: id, [tag])
    case .removeTag(let tag): _ = try await removeTags(id: id, [tag])
    case .move(let state): _ = try await transitionItem(id: id, to: state)
    }
  }
}

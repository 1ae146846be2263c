import Foundation

/// A reason for which a value should be fetched again.
struct StaleCondition: Sendable {
  let holds: @Sendable (any OperationState, OperationContext) -> Bool
}

extension OperationContext {
  /// The reasons for staleness; one that holds is enough, and with none a value is always stale.
  var staleConditions: [StaleCondition] {
    get { self[StaleConditionsKey.self] }
    set { self[StaleConditionsKey.self] = newValue }
  }

  /// Whether a state is stale by the conditions.
  func isStale(_ state: some OperationState) -> Bool {
    let conditions = staleConditions
    return conditions.isEmpty || conditions.contains { $0.holds(state, self) }
  }

  private enum StaleConditionsKey: Key {
    static let defaultValue: [StaleCondition] = []
  }
}

extension StatefulOperationRequest {
  /// Makes the value stale when a predicate says so.
  ///
  /// Conditions of several modifiers are joined by "or". Beneath a `map`, whose store has another
  /// state, the predicate cannot be asked and counts as true: put it around the `map`.
  public func staleWhen(
    _ predicate: @escaping @Sendable (State, OperationContext) -> Bool
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    staleCondition { state, context in
      let base = state as? State ?? (state as? any DefaultedState)?.erasedBase as? State
      return base.map { predicate($0, context) } ?? true
    }
  }

  /// Makes the value stale while a condition holds.
  public func staleWhen(
    satisfying specification: some OperationRunSpecification
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    staleCondition { _, context in specification.isSatisfied(in: context) }
  }

  /// Makes the operation stale until it has a value.
  public func staleWhenNoValue() -> ModifiedOperation<Self, ContextModifier<Self>> {
    staleCondition { state, _ in state.valueLastUpdatedAt == nil }
  }

  /// Makes the value stale once it is older than a duration.
  ///
  /// The age is computed when it is asked for, from the latest success; no timer is set.
  ///
  /// - Parameters:
  ///   - duration: The age up to which, inclusive, the value is fresh.
  ///   - whenNoValue: Whether the operation is stale before the first value.
  /// - Returns: The modified request.
  public func stale(
    after duration: OperationDuration, whenNoValue: Bool = true
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    staleCondition { state, context in
      guard let date = state.valueLastUpdatedAt else { return whenNoValue }
      return context.operationClock.now().timeIntervalSince(date) > duration.seconds
    }
  }

  private func staleCondition(
    _ holds: @escaping @Sendable (any OperationState, OperationContext) -> Bool
  ) -> ModifiedOperation<Self, ContextModifier<Self>> {
    context { $0.staleConditions.append(StaleCondition(holds: holds)) }
  }
}

import Operations

/// Lets a run work to its end even if it is cancelled, and then holds it up at the gate of its
/// context.
struct HoldingModifier<Operation: OperationRequest>: OperationModifier
where Operation.Failure == any Error {
  func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, any Error>
  ) async throws -> Operation.Value {
    let work = Task {
      _ = isolation
      return try await operation.run(isolation: isolation, in: context, with: continuation)
    }
    let value = try await work.value
    await context.holdingGate?.passIgnoringCancellation()
    return value
  }
}

extension OperationRequest where Failure == any Error {
  /// Holds up those runs, after their work, whose context has a gate.
  func held() -> ModifiedOperation<Self, HoldingModifier<Self>> { modifier(HoldingModifier()) }
}

extension OperationContext {
  /// Where runs wait after their work; nil for nowhere.
  var holdingGate: Gate? {
    get { self[HoldingGateKey.self] }
    set { self[HoldingGateKey.self] = newValue }
  }

  private enum HoldingGateKey: Key {
    static let defaultValue: Gate? = nil
  }
}

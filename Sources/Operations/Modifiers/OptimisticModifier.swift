/// Shows what a mutation will change in other stores before it has run.
///
/// ```swift
/// let renaming = rename.optimistic(updating: post.path, of: PostQuery.State.self) { post, title in
///   post?.title = title
/// }
/// ```
///
/// The stores are those of the context's client under a path. Their runs are cancelled first, so
/// that no answer from before overwrites the edit. The edit becomes permanent when the mutation
/// succeeds, and it alone is undone when the mutation fails; it stays shown between the attempts of
/// a retry. Stores with runs that were cancelled, or that go on at the end and may bring an answer
/// from before, are then marked as stale, and run again if they are shown.
public struct OptimisticModifier<
  Operation: MutationRequest, Target: OperationState
>: OperationModifier {
  let path: @Sendable (Operation.Arguments) -> OperationPath
  let edit: @Sendable (inout Target.StateValue, Operation.Arguments) -> Void

  /// Applies the edit, runs the mutation, and settles the edit.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    let left = context.operationRun?.takeChanges(of: ObjectIdentifier(Self.self))
    let changes = left ?? applyChanges(in: context)
    do throws(Operation.Failure) {
      let value = try await operation.run(isolation: isolation, in: context, with: continuation)
      changes.forEach { $0.commit() }
      return value
    } catch {
      if !keep(changes, after: error, in: context) { changes.forEach { $0.rollBack() } }
      throw error
    }
  }

  /// Leaves the changes to the next attempt, if there may be one; the run undoes them if not.
  private func keep(
    _ changes: [OptimisticChange], after error: Operation.Failure, in context: OperationContext
  ) -> Bool {
    guard !context.isLastRunAttempt, !Task.isCancelled,
      !OperationCancellation.isCancellation(error), let run = context.operationRun
    else { return false }
    return run.keep(changes, of: ObjectIdentifier(Self.self))
  }

  private func applyChanges(in context: OperationContext) -> [OptimisticChange] {
    guard let client = context.operationClient else {
      context.report(.missingClient, "optimistic change of \(Target.self)")
      return []
    }
    guard let arguments = context.mutationArguments as? Operation.Arguments else { return [] }
    let edit = edit
    return client.stores(matching: path(arguments), of: Target.self).map { store in
      let isInterrupted = store.isLoading
      store.cancelRuns()
      return OptimisticChange(
        edit: store.applyOptimisticEdit { edit(&$0, arguments) },
        store: OpaqueOperationStore(store), isInterrupted: isInterrupted)
    }
  }
}

extension MutationRequest {
  /// Shows a change in matching stores before the mutation has run, and undoes it if that fails.
  ///
  /// - Parameters:
  ///   - path: The stores to change, those whose path begins with it.
  ///   - type: The type of their states; others are left alone.
  ///   - edit: Changes a value. It may be called again whenever the store's confirmed value
  ///     changes, so it must compute and nothing else.
  /// - Returns: The modified mutation.
  public func optimistic<Target: OperationState>(
    updating path: OperationPath, of type: Target.Type,
    _ edit: @escaping @Sendable (inout Target.StateValue, Arguments) -> Void
  ) -> ModifiedOperation<Self, OptimisticModifier<Self, Target>> {
    modifier(OptimisticModifier(path: { _ in path }, edit: edit))
  }

  /// Shows a change in stores that depend on the arguments before the mutation has run, and undoes
  /// it if that fails.
  ///
  /// - Parameters:
  ///   - path: The stores to change for given arguments, those whose path begins with it.
  ///   - type: The type of their states; others are left alone.
  ///   - edit: Changes a value. Called with the lock of a store held and possibly more than once,
  ///     so it must compute and nothing else.
  /// - Returns: The modified mutation.
  public func optimistic<Target: OperationState>(
    updating path: @escaping @Sendable (Arguments) -> OperationPath, of type: Target.Type,
    _ edit: @escaping @Sendable (inout Target.StateValue, Arguments) -> Void
  ) -> ModifiedOperation<Self, OptimisticModifier<Self, Target>> {
    modifier(OptimisticModifier(path: path, edit: edit))
  }
}

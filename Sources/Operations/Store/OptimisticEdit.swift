import Synchronization

/// An edit that is shown before it is confirmed.
///
/// ```swift
/// let edit = store.applyOptimisticEdit { post in post?.title = "Reeds" }
/// do {
///   try await server.rename(1, to: "Reeds")
///   edit.commit()
/// } catch {
///   edit.rollBack()
/// }
/// ```
///
/// End it by ``commit()`` or ``rollBack()``; only the first of these has an effect. An edit that is
/// released undecided stays shown.
public final class OptimisticEdit: Sendable {
  private let onEnd: Mutex<(@Sendable (_ isCommitted: Bool) -> Void)?>

  init(onEnd: @escaping @Sendable (_ isCommitted: Bool) -> Void) {
    self.onEnd = Mutex(onEnd)
  }

  /// Makes the edit permanent.
  public func commit() { end(isCommitted: true) }

  /// Undoes this edit, and no other.
  public func rollBack() { end(isCommitted: false) }

  private func end(isCommitted: Bool) {
    let action = onEnd.withLock { action in
      defer { action = nil }
      return action
    }
    action?(isCommitted)
  }
}

extension OperationStore {
  /// Shows a change of the value until it is confirmed or undone.
  ///
  /// What is shown is the confirmed value with all open edits applied in order. A run that succeeds
  /// meanwhile replaces the confirmed value and keeps open edits on top. Cancel overlapping runs
  /// first (``cancelRuns()``) if they could bring an answer from before the edit.
  ///
  /// - Parameter transform: Changes the value. Called with the store's lock held, each time the
  ///   shown value is computed, so it must compute and nothing else.
  /// - Returns: The handle that ends the edit.
  public func applyOptimisticEdit(
    _ transform: @escaping @Sendable (inout State.StateValue) -> Void
  ) -> OptimisticEdit {
    let context = context
    var id = 0
    perform { machine in
      let (edit, step) = machine.addEdit(context: context, transform)
      id = edit
      return step
    }
    return OptimisticEdit { [weak self, id] isCommitted in
      self?.perform { machine in
        machine.settleEdit(id, isCommitted: isCommitted, context: machine.context)
      }
    }
  }
}

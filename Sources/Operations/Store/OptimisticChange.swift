/// One edit of a mutation in one store.
struct OptimisticChange: Sendable {
  let edit: OptimisticEdit
  let store: OpaqueOperationStore
  /// Whether a run of the store was cancelled for the edit.
  let isInterrupted: Bool

  func commit() {
    edit.commit()
    runAgain()
  }

  func rollBack() {
    edit.rollBack()
    runAgain()
  }

  /// Makes up for a run that was cancelled, and for one that may bring an answer from before.
  private func runAgain() {
    if isInterrupted || store.isLoading { store.invalidate() }
  }
}

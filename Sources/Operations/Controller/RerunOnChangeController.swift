import Synchronization

/// Starts a run when a condition rises, and cancels it when the condition falls.
struct RerunOnChangeController<State: OperationState>: OperationController {
  let specification: any OperationRunSpecification

  private final class Watch: Sendable {
    struct Contents {
      var wasSatisfied: Bool
      var run: OperationTask<State.OperationValue, State.Failure>?
    }

    let contents: Mutex<Contents>

    init(isSatisfied: Bool) {
      contents = Mutex(Contents(wasSatisfied: isSatisfied))
    }

    /// Whether the answer is another one than before.
    func change(to isSatisfied: Bool) -> Bool {
      contents.withLock { contents in
        defer { contents.wasSatisfied = isSatisfied }
        return contents.wasSatisfied != isSatisfied
      }
    }

    /// Puts a run in the place of the one before, which is returned.
    func replaceRun(
      by run: OperationTask<State.OperationValue, State.Failure>?
    ) -> OperationTask<State.OperationValue, State.Failure>? {
      contents.withLock { contents in
        defer { contents.run = run }
        return contents.run
      }
    }
  }

  func control(with controls: OperationControls<State>) -> OperationSubscription {
    let context = controls.context
    let watch = Watch(isSatisfied: specification.isSatisfied(in: context))
    return specification.subscribe(in: context) {
      let isSatisfied = specification.isSatisfied(in: controls.context)
      guard watch.change(to: isSatisfied) else { return }
      guard isSatisfied else {
        watch.replaceRun(by: nil)?.cancel()
        return
      }
      guard controls.subscriberCount > 0, controls.isStale,
        let task = controls.yieldRerunTask()
      else { return }
      watch.replaceRun(by: task)?.cancel()
      task.start()
    }
  }
}

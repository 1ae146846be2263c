import Synchronization

/// Starts a run when a condition rises, and cancels it when the condition falls.
struct RerunOnChangeController<State: OperationState>: OperationController {
  let specification: any OperationRunSpecification

  private final class Watch: Sendable {
    struct Contents {
      var wasSatisfied: Bool
      var run: OperationTaskCore?
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

    /// Puts a run in the place of the one before.
    ///
    /// - Parameter run: The run, or nil if the condition fell.
    /// - Returns: The run to cancel: the one before, or this one if the condition has fallen.
    func replaceRun(by run: OperationTaskCore?) -> OperationTaskCore? {
      contents.withLock { contents in
        guard run == nil || contents.wasSatisfied else { return run }
        defer { contents.run = run }
        return contents.run
      }
    }
  }

  func control(with controls: OperationControls<State>) -> OperationSubscription {
    control(ofAny: controls)
  }
}

extension RerunOnChangeController: StateIndependentController {
  func control<Other: OperationState>(
    ofAny controls: OperationControls<Other>
  ) -> OperationSubscription {
    let context = controls.context
    let watch = Watch(isSatisfied: specification.isSatisfied(in: context))
    return specification.subscribe(in: context) {
      // The condition may change while it is looked at, here or on another thread. Each thread
      // that records an answer asks again, so the last recorded answer is the true one.
      while true {
        let isSatisfied = specification.isSatisfied(in: controls.context)
        guard watch.change(to: isSatisfied) else { return }
        if isSatisfied { rise(watch, controls) } else { watch.replaceRun(by: nil)?.cancel() }
      }
    }
  }

  private func rise<Other: OperationState>(_ watch: Watch, _ controls: OperationControls<Other>) {
    guard controls.subscriberCount > 0, controls.isStale, let task = controls.yieldRerunTask()
    else { return }
    watch.replaceRun(by: task.core)?.cancel()
    task.start()
  }
}

import Observation
import Synchronization

/// Asks for a frame when anything that the last frame read has changed.
///
/// Each frame also reads a number that is raised just before the next frame is built. The tracking
/// of the frame before therefore always fires, is released by the runtime, and is known by its
/// stale number: however many frames are drawn, one tracking is alive.
@MainActor @Observable package final class FrameTracker {
  private var number = 0
  @ObservationIgnored private let requestFrame: @Sendable () -> Void

  /// Asks for frames; tracks nothing until the first is built.
  ///
  /// - Parameter requestFrame: Called from any isolation, at most once a frame.
  package init(requestFrame: @escaping @Sendable () -> Void) {
    self.requestFrame = requestFrame
  }

  /// Builds a frame, and watches all that it reads.
  package func track<Result>(_ build: () -> Result) -> Result {
    isBuilding.value = true
    number += 1
    isBuilding.value = false
    return withObservationTracking {
      _ = number
      return build()
    } onChange: { [requestFrame, isBuilding] in
      if !isBuilding.value { requestFrame() }
    }
  }

  @ObservationIgnored private let isBuilding = Flag()
}

/// A truth value that a change handler may read on whatever isolation made the change.
private final class Flag: Sendable {
  private let storage = Mutex(false)

  var value: Bool {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
}

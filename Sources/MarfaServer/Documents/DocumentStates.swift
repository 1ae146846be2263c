import Documents
import Synchronization

/// Documents in memory, so that a keystroke does not read all of one again.
///
/// Nothing is true because it is here: a state counts only if it is as far as the row of its
/// document, and is taken out while it is used, so that it is changed in place.
public final class DocumentStates: Sendable {
  /// A document as it is after one of its changes.
  struct State: Sendable {
    let document: Int64
    let sequence: Int64
    /// Bytes of the document as it is stored.
    let size: Int64
    let replica: Replica
  }

  private struct Kept {
    var states: [Int64: (state: State, use: Int)] = [:]
    var size: Int64 = 0
    var uses = 0
  }

  /// Stored bytes of all documents that are kept; in memory they take several times as many.
  private let capacity: Int64
  private let kept = Mutex(Kept())

  /// An empty memory.
  public init(capacity: Int64 = 32 << 20) {
    self.capacity = capacity
  }

  /// Takes a document out, if it is here as it is after a change.
  func take(_ document: Int64, at sequence: Int64) -> Replica? {
    kept.withLock { kept in
      guard let entry = kept.states.removeValue(forKey: document) else { return nil }
      kept.size -= entry.state.size
      return entry.state.sequence == sequence ? entry.state.replica : nil
    }
  }

  /// Keeps a document after the commit that made it so.
  func put(_ state: State) {
    kept.withLock { kept in
      if let known = kept.states[state.document] {
        guard known.state.sequence < state.sequence else { return }
        kept.size -= known.state.size
      }
      kept.uses += 1
      kept.states[state.document] = (state, kept.uses)
      kept.size += state.size
      while kept.size > capacity, let oldest = kept.states.min(by: { $0.value.use < $1.value.use })
      {
        kept.size -= oldest.value.state.size
        kept.states[oldest.key] = nil
      }
    }
  }
}

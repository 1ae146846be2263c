import Documents
import Synchronization

/// Documents in memory, so that a keystroke does not read all of one again.
///
/// A state is used only if the stored row of its document still agrees with it. While it is used it
/// is not in here, so that it can be changed in place.
public final class DocumentStates: Sendable {
  /// A document as it is after one of its changes.
  struct State: Sendable {
    /// The row after that.
    let document: DocumentRow
    let replica: Replica

    /// Whether a row has the same content; something may have been purged although nobody typed.
    fileprivate func fits(_ row: DocumentRow) -> Bool {
      row.sequence == document.sequence && row.size == document.size
        && row.trimmedTo == document.trimmedTo && row.vector == document.vector
    }
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

  /// Whether a document is here as its row says.
  func has(_ document: DocumentRow) -> Bool {
    kept.withLock { $0.states[document.number]?.state.fits(document) ?? false }
  }

  /// Whether a document is short enough to be kept.
  func hasRoom(for document: DocumentRow) -> Bool { document.size <= capacity }

  /// Takes a document out, if it is here as its row says.
  func take(_ document: DocumentRow) -> Replica? {
    kept.withLock { kept in
      guard let entry = kept.states.removeValue(forKey: document.number) else { return nil }
      kept.size -= entry.state.document.size
      return entry.state.fits(document) ? entry.state.replica : nil
    }
  }

  /// Keeps a document as its last commit left it.
  func put(_ state: State) {
    let row = state.document
    kept.withLock { kept in
      if let known = kept.states[row.number]?.state.document {
        guard known.sequence <= row.sequence else { return }
        kept.size -= known.size
      }
      kept.uses += 1
      kept.states[row.number] = (state, kept.uses)
      kept.size += row.size
      while kept.size > capacity, let oldest = kept.states.min(by: { $0.value.use < $1.value.use })
      {
        kept.size -= oldest.value.state.document.size
        kept.states[oldest.key] = nil
      }
    }
  }
}

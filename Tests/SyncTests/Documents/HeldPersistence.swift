import Documents
import MarfaSDK
import MarfaSDKTestSupport

/// Rows in memory that are written when a test lets them.
actor HeldPersistence: DocumentPersistence {
  private let rows = InMemoryDocumentPersistence()
  private var gate: AnswerGate?

  func hold(by gate: AnswerGate) { self.gate = gate }

  func load() async -> StoredDocument? { await rows.load() }

  func commit(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64, note: NoteChange?
  ) async -> DocumentWrite {
    await rows.commit(changes, leadingTo: replica, over: token, note: note)
  }

  func receive(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64
  ) async -> DocumentWrite {
    await gate?.pass()
    return await rows.receive(changes, leadingTo: replica, over: token)
  }

  func replace(
    with replica: Replica, confirmed: Replica?, over token: Int64?
  ) async -> DocumentWrite {
    await rows.replace(with: replica, confirmed: confirmed, over: token)
  }

  func forgetHistory() async { await rows.forgetHistory() }

  func forget() async { await rows.forget() }
}

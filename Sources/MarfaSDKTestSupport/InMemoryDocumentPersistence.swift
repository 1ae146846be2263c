import Documents
import MarfaSDK

/// A replica that is gone with the process.
package actor InMemoryDocumentPersistence: DocumentPersistence {
  private var stored: StoredDocument?

  /// Nothing stored.
  package init() {}

  package func load() -> StoredDocument? { stored }

  package func commit(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64, note: NoteChange?
  ) -> DocumentWrite { put(replica, over: token) }

  package func receive(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64
  ) -> DocumentWrite { put(replica, over: token) }

  package func replace(
    with replica: Replica, confirmed: Replica?, over token: Int64?
  ) -> DocumentWrite {
    put(replica, over: token)
  }

  package func forgetHistory() { stored?.replica.clearHistory() }

  package func forget() { stored = nil }

  private func put(_ replica: Replica, over token: Int64?) -> DocumentWrite {
    guard stored?.token == token else { return .superseded(stored) }
    let next = (token ?? 0) + 1
    stored = StoredDocument(replica: replica, token: next)
    return .stored(token: next, note: nil)
  }
}

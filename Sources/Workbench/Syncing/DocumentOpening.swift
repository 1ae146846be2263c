import MarfaSDK

/// The opening of a note's document, which a person who wants to type waits for.
///
/// A server that takes a connection and never answers would hold every key. After ``limit`` the
/// note is edited alone; its document, once it is open, is closed again, and the next time it is
/// there at once.
@MainActor package final class DocumentOpening {
  /// The longest wait for a server.
  package static let limit = Duration.seconds(1)

  private let host: any FrameHost
  private var waiting: CheckedContinuation<(any NoteDocument)?, Never>?

  /// An opening that begins with `document(from:)`.
  package init(host: any FrameHost) {
    self.host = host
  }

  /// The document; called once.
  ///
  /// - Parameter open: Opens it; may wait for a server.
  /// - Returns: Nil where there is none, and when it does not come within ``limit``.
  package func document(
    from open: @escaping @MainActor () async -> (any NoteDocument)?
  ) async -> (any NoteDocument)? {
    await withCheckedContinuation { continuation in
      waiting = continuation
      let limit = host.schedule(after: Self.limit) { [weak self] in _ = self?.end(with: nil) }
      Task {
        let document = await open()
        limit.cancel()
        if !end(with: document) { await document?.close() }
      }
    }
  }

  /// Answers who waits.
  ///
  /// - Returns: Whether somebody did.
  private func end(with document: (any NoteDocument)?) -> Bool {
    guard let waiting else { return false }
    self.waiting = nil
    waiting.resume(returning: document)
    return true
  }
}

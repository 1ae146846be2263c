import Documents
import Foundation

extension DocumentEndpoints {
  /// Documents of one watch stream, at most.
  package static let watchedDocuments = 200

  /// Hears of documents that a client takes part in, until the connection ends.
  ///
  /// Nothing is opened before the first event is asked for. The first event of each document is
  /// `initialized`.
  ///
  /// - Parameters:
  ///   - keys: Keys of the documents, 1 to ``watchedDocuments``.
  ///   - client: The client's id.
  ///   - observes: Whether others are to hear nothing of it.
  /// - Returns: The events. It throws what any request throws; a ``DocumentSyncError`` names the
  ///   document that is to blame under `details.key`.
  package func watch(
    _ keys: [String], as client: ActorID, observes: Bool = false
  ) -> AsyncThrowingStream<DocumentWatchEvent, any Error> {
    let query =
      [URLQueryItem(name: "client", value: client.description)]
      + (observes ? [URLQueryItem(name: "observe", value: "true")] : [])
      + keys.map { URLQueryItem(name: "key", value: $0) }
    let reader = Reader(
      transport.eventStream(path: "/documents/watch", query: query, lastEventID: nil))
    return AsyncThrowingStream { try await reader.next() }
  }

  /// Reads one stream.
  private actor Reader {
    private var iterator: AsyncThrowingStream<SSEEvent, any Error>.AsyncIterator

    init(_ events: AsyncThrowingStream<SSEEvent, any Error>) {
      iterator = events.makeAsyncIterator()
    }

    func next() async throws -> DocumentWatchEvent? {
      var own = iterator
      defer { iterator = own }
      do {
        while let event = try await own.next(isolation: self) {
          if let known = try DocumentWatchEvent(event) { return known }
        }
        return nil
      } catch let error as any MarfaError {
        throw DocumentSyncError.reading(error)
      }
    }
  }
}

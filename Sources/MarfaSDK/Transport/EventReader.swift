import HTTPTransport

/// Reads the events of one stream, one after the other.
actor EventReader {
  private let address: String
  private let onOpen: @Sendable () async -> Void
  private let open: @Sendable () async throws -> HTTPStream
  private var bytes: HTTPBodyStream.Iterator?
  private var parser: EventStreamParser
  private var events: ArraySlice<ServerSentEvent> = []

  init(
    at address: String, lastEventID: String?, onOpen: @escaping @Sendable () async -> Void,
    open: @escaping @Sendable () async throws -> HTTPStream
  ) {
    (self.address, self.onOpen, self.open) = (address, onOpen, open)
    parser = EventStreamParser(lastEventID: lastEventID ?? "")
  }

  func next() async throws -> SSEEvent? {
    do {
      var bytes = try await opened()
      while events.isEmpty {
        guard let piece = try await bytes.next() else { return nil }
        events = try parser.feed(piece)[...]
      }
      self.bytes = bytes
      let event = events.removeFirst()
      return SSEEvent(
        id: event.id.isEmpty ? nil : event.id, event: event.event, data: event.data,
        retry: event.retry)
    } catch let error as HTTPTransportError {
      throw error.documented
    } catch let error as EventStreamParser.OversizedEvent {
      throw ResponseDecodingError(message: "An event has more than \(error.limit) bytes.")
    }
  }

  private func opened() async throws -> HTTPBodyStream.Iterator {
    if let bytes { return bytes }
    let stream = try await open()
    var iterator = stream.body.makeAsyncIterator()
    guard (200...299).contains(stream.head.status) else {
      var body: [UInt8] = []
      // An explanation is short; what else comes is not read.
      while body.count < 1 << 16, let piece = try await iterator.next() { body += piece }
      let response = TransportResponse(HTTPResponse(stream.head, body: body))
      if !RetryPolicy.isTransient(status: response.status), response.isForeign {
        throw NetworkError(message: response.foreignWords(at: address))
      }
      throw response.error() ?? NetworkError(message: "The server did not open an event stream.")
    }
    bytes = iterator
    await onOpen()
    return iterator
  }
}

/// Events of a stream, as many at a time as have come while the last ones were applied.
actor StreamBatches {
  /// How many events are applied in one transaction at most.
  private static let batch = 500
  /// How many events wait here; the rest waits in the connection.
  private static let capacity = 1_000

  private var waiting: [SSEEvent] = []
  private var ending: Result<Void, any Error>?
  private var reader: Task<Void, Never>?
  private var wake: CheckedContinuation<Void, Never>?
  private var room: CheckedContinuation<Void, Never>?

  /// Starts to read; `cancel` must follow.
  func read(_ events: AsyncThrowingStream<SSEEvent, any Error>) {
    reader = Task { [weak self] in
      do {
        for try await event in events {
          await self?.add(event)
          if Task.isCancelled { return }
        }
        await self?.end(.success(()))
      } catch {
        await self?.end(.failure(error))
      }
    }
  }

  /// Ends the reading.
  func cancel() {
    reader?.cancel()
    room?.resume()
    room = nil
  }

  private func add(_ event: SSEEvent) async {
    waiting.append(event)
    wakeUp()
    // Nobody makes room any more once the reading has ended.
    if waiting.count >= Self.capacity, !Task.isCancelled {
      await withCheckedContinuation { room = $0 }
    }
  }

  private func end(_ result: Result<Void, any Error>) {
    ending = result
    wakeUp()
  }

  private func wakeUp() {
    wake?.resume()
    wake = nil
  }

  /// The next events, one at least; nil at the end.
  func next() async throws -> [SSEEvent]? {
    while waiting.isEmpty, ending == nil {
      try Task.checkCancellation()
      await withTaskCancellationHandler {
        await withCheckedContinuation { wake = $0 }
      } onCancel: {
        Task { await wakeUp() }
      }
    }
    try Task.checkCancellation()
    if waiting.isEmpty {
      try ending?.get()
      return nil
    }
    let batch = Array(waiting.prefix(Self.batch))
    waiting.removeFirst(batch.count)
    room?.resume()
    room = nil
    return batch
  }
}

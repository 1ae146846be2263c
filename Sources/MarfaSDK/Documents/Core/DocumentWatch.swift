import Documents

/// One watch stream for all documents of a client, opened again whenever it ends.
///
/// When the documents change, the next stream is opened before the last is closed, so that nobody
/// sees this client go and come. A document that the server refuses leaves the stream alone. More
/// documents than a stream may have, and other client ids, get streams of their own.
actor DocumentWatch {
  /// What a document hears.
  enum Signal: Sendable {
    case event(DocumentWatchEvent.Kind)
    /// The stream has ended, and is opened again after a while.
    case lost
    /// The server does not let this document be watched.
    case refused(any Error)
  }

  typealias Listener = @Sendable (Signal) async -> Void

  /// The documents of one stream.
  private struct Line {
    let number: Int
    let client: ActorID
    var listeners: [String: Listener] = [:]
    /// The reader that has reported something, and the one that is to take its place.
    var open: (generation: Int, task: Task<Void, Never>)?
    var opening: (generation: Int, task: Task<Void, Never>)?
    /// Whether documents were added or removed since the newest reader began.
    var isStale = false
    var failures = 0
  }

  private let endpoints: DocumentEndpoints
  private let timing: DocumentTiming
  /// Whether others hear nothing of these streams.
  private let observes: Bool
  private var lines: [Int: Line] = [:]
  private var next = 0

  init(_ endpoints: DocumentEndpoints, timing: DocumentTiming, observes: Bool = false) {
    self.endpoints = endpoints
    self.timing = timing
    self.observes = observes
  }

  /// Begins to watch a document that a client is attached to.
  func add(_ key: String, as client: ActorID, _ listener: @escaping Listener) {
    remove(key)
    let number = line(for: client)
    lines[number]?.listeners[key] = listener
    refresh(number)
  }

  /// Stops watching a document; nothing more is heard of it.
  func remove(_ key: String) {
    for number in lines.keys where lines[number]?.listeners.removeValue(forKey: key) != nil {
      refresh(number)
    }
  }

  /// Opens what waits for its next attempt at once.
  func retry() {
    for (number, line) in lines where line.failures > 0 { beginAtOnce(number) }
  }

  private func beginAtOnce(_ number: Int) {
    lines[number]?.opening?.task.cancel()
    begin(number, after: nil)
  }

  /// Closes all streams.
  func stop() {
    for line in lines.values {
      line.open?.task.cancel()
      line.opening?.task.cancel()
    }
    lines = [:]
  }

  private func line(for client: ActorID) -> Int {
    let room = lines.values.first {
      $0.client == client && $0.listeners.count < DocumentEndpoints.watchedDocuments
    }
    if let room { return room.number }
    next += 1
    lines[next] = Line(number: next, client: client)
    return next
  }

  // MARK: - Readers

  private func refresh(_ number: Int) {
    guard let line = lines[number] else { return }
    if line.listeners.isEmpty {
      line.open?.task.cancel()
      line.opening?.task.cancel()
      lines[number] = nil
    } else if line.opening == nil || line.failures > 0 {
      // What waits after a failure waits no longer: somebody has just reached the server.
      beginAtOnce(number)
    } else {
      lines[number]?.isStale = true
    }
  }

  private func begin(_ number: Int, after wait: Duration?) {
    guard lines[number] != nil else { return }
    next += 1
    let generation = next
    lines[number]?.isStale = false
    let task = Task { [weak self, timing] in
      if let wait {
        // Cancelled together with the reader.
        guard (try? await timing.clock.sleep(for: wait)) != nil else { return }
      }
      await self?.read(number, generation)
    }
    lines[number]?.opening = (generation, task)
  }

  private func read(_ number: Int, _ generation: Int) async {
    guard let line = lines[number], !Task.isCancelled else { return }
    lines[number]?.isStale = false
    let events = endpoints.watch(
      line.listeners.keys.sorted(), as: line.client, observes: observes)
    do {
      for try await event in events {
        guard isCurrent(number, generation) else { return }
        opened(number, generation)
        await lines[number]?.listeners[event.key]?(.event(event.kind))
      }
      await ended(number, generation, nil)
    } catch {
      await ended(number, generation, error)
    }
  }

  private func isCurrent(_ number: Int, _ generation: Int) -> Bool {
    guard !Task.isCancelled, let line = lines[number] else { return false }
    return line.open?.generation == generation || line.opening?.generation == generation
  }

  /// The first event of a reader: the one before it is not needed any more.
  private func opened(_ number: Int, _ generation: Int) {
    guard let opening = lines[number]?.opening, opening.generation == generation else { return }
    lines[number]?.open?.task.cancel()
    lines[number]?.open = opening
    lines[number]?.opening = nil
    lines[number]?.failures = 0
    if lines[number]?.isStale == true { begin(number, after: nil) }
  }

  private func ended(_ number: Int, _ generation: Int, _ error: (any Error)?) async {
    guard isCurrent(number, generation) else { return }
    let wasOpen = lines[number]?.open?.generation == generation
    if wasOpen { lines[number]?.open = nil } else { lines[number]?.opening = nil }
    let refused = refuse(number, error)
    // Where one is still open, the one that failed was for more documents.
    if lines[number]?.opening == nil { again(number, refused, error) }
    for listener in refused { await listener(.refused(error ?? CancellationError())) }
    guard lines[number]?.open == nil else { return }
    for listener in lines[number].map({ Array($0.listeners.values) }) ?? [] {
      await listener(.lost)
    }
  }

  /// Takes out the documents that an error is about.
  private func refuse(_ number: Int, _ error: (any Error)?) -> [Listener] {
    guard let refusal = error as? DocumentSyncError, let line = lines[number] else { return [] }
    if let key = refusal.key, let listener = line.listeners[key] {
      lines[number]?.listeners[key] = nil
      return [listener]
    }
    guard refusal.reason == .clientNotActive else { return [] }
    lines[number]?.listeners = [:]
    return Array(line.listeners.values)
  }

  private func again(_ number: Int, _ refused: [Listener], _ error: (any Error)?) {
    guard let line = lines[number], !line.listeners.isEmpty else {
      lines[number]?.open?.task.cancel()
      lines[number] = nil
      return
    }
    if !refused.isEmpty { return begin(number, after: nil) }
    lines[number]?.failures += 1
    let wish = ((error as? any MarfaError)?.details?["retry_after"]?.integerValue)
      .map { Duration.seconds($0) }
    begin(number, after: timing.delay(afterBreaks: line.failures + 1, wish: wish))
  }
}

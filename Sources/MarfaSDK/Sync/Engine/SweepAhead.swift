/// Asks for the next part of a snapshot, and reads it, while the one before is being written.
///
/// This is safe. Each part shows the server at the first part's event or later. After the last part
/// the event stream starts at that event, and reports everything that has changed since.
actor SweepAhead {
  /// A reply with the page that it brings.
  struct Part: Sendable {
    var reply: SyncReply
    /// The page; nil where there is none, or none that can be read.
    var page: SweepPage?
  }

  private var asked: (exchange: Exchange, part: Task<Part, Never>)?

  /// Begins an exchange; one that was begun before is dropped.
  func begin(_ exchange: Exchange, _ fetch: @escaping @Sendable (Exchange) async -> Part) {
    drop()
    asked = (exchange, Task { await fetch(exchange) })
  }

  /// What came of an exchange; nil where another one was begun, or none.
  func part(of exchange: Exchange) async -> Part? {
    guard let asked, asked.exchange.request == exchange.request else {
      drop()
      return nil
    }
    self.asked = nil
    return await withTaskCancellationHandler {
      await asked.part.value
    } onCancel: {
      asked.part.cancel()
    }
  }

  /// Ends what was begun, and waits until it has ended.
  func end() async {
    let part = asked?.part
    drop()
    _ = await part?.value
  }

  private func drop() {
    asked?.part.cancel()
    asked = nil
  }
}

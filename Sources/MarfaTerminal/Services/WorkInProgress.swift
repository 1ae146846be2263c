import NoteFiles
import TerminalUI

/// The work that waits for something: it is begun on the main actor, and its failures are shown.
@MainActor package final class WorkInProgress {
  private let messages: MessageLog
  private let requestFrame: @MainActor () -> Void
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var held = HeldEvents()
  /// Takes kept events in their order, once no work holds them any more.
  var release: @MainActor (InputEvent) -> Void = { _ in }

  /// How many pieces of work were begun.
  package private(set) var begun = 0

  /// Nothing is under way.
  ///
  /// - Parameters:
  ///   - messages: Where failures are reported.
  ///   - requestFrame: Called when a piece of work has ended.
  package init(messages: MessageLog, requestFrame: @escaping @MainActor () -> Void) {
    self.messages = messages
    self.requestFrame = requestFrame
  }

  /// Runs work that waits, and shows the error if it fails.
  ///
  /// - Parameters:
  ///   - purpose: What is being done, to begin the error's sentence: "Creating the note".
  ///   - body: The work, on the main actor between its waits.
  package func perform(_ purpose: String, _ body: @escaping @MainActor () async throws -> Void) {
    begun += 1
    let number = begun
    tasks[number] = Task { [weak self] in
      do {
        try await body()
        self?.messages.succeeded(purpose)
      } catch is CancellationError {
        // The one who cancelled it knows.
      } catch {
        self?.messages.error(
          "\(purpose) failed: \(ErrorText.sentence(for: error))", of: purpose)
      }
      self?.tasks[number] = nil
      self?.requestFrame()
    }
  }

  /// Runs work that decides where the next keys go, and keeps them until it has ended or failed: what
  /// is typed right after the key for a new note goes into that note.
  ///
  /// - Parameters:
  ///   - purpose: What is being done.
  ///   - body: The work.
  package func performHolding(
    _ purpose: String, _ body: @escaping @MainActor () async throws -> Void
  ) {
    held.begin()
    perform(purpose) { [self] in
      defer { for event in held.end() { release(event) } }
      try await body()
    }
  }

  /// Keeps an event if work that holds events is under way; whether it did.
  package func hold(_ event: InputEvent) -> Bool { held.hold(event) }

  /// Waits until all started work has ended; for a clean exit, and for tests.
  ///
  /// - Parameter count: The number of the latest pieces of work not to wait for; 1 for the caller's
  ///   own.
  package func finish(but count: Int = 0) async {
    while tasks.count > count, let first = tasks.keys.min() { await tasks[first]?.value }
  }
}

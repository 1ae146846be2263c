import NoteEditing

/// Writes what is remembered while the person rests, so that a crash costs little of it.
///
/// Nothing is written while nothing changed.
@MainActor package final class StateKeeper {
  /// The pause after the last event before anything is written, up to twice as long.
  package static let rest = Duration.seconds(2)

  private let writer: StateWriter
  private let host: any FrameHost
  private var waiting: (any ScheduledAction)?
  /// Whether something may have changed since the pause began.
  private var isTouched = false
  private var last: RememberedState
  private var number = 0

  /// Writes nothing until the state differs from the last.
  ///
  /// - Parameters:
  ///   - file: Where the state is written.
  ///   - last: What the file says now.
  ///   - host: Measures the pause.
  package init(file: StateFile, last: RememberedState, host: any FrameHost) {
    writer = StateWriter(file: file)
    self.host = host
    self.last = last
  }

  /// Something may have changed: `look` is called after the next pause.
  package func touched(_ look: @escaping @MainActor () -> Void) {
    // A timer for each key of many would cost more than the key.
    isTouched = waiting != nil
    if waiting == nil { wait(look) }
  }

  private func wait(_ look: @escaping @MainActor () -> Void) {
    waiting = host.schedule(after: Self.rest) { [weak self] in
      guard let self else { return }
      waiting = nil
      guard isTouched else { return look() }
      isTouched = false
      wait(look)
    }
  }

  /// Writes a state unless the file says it already.
  ///
  /// - Parameter state: What to remember.
  /// - Throws: The file system's error; the old file is then untouched.
  package func keep(_ state: RememberedState) async throws {
    waiting?.cancel()
    waiting = nil
    guard state != last else { return }
    last = state
    number += 1
    try await writer.write(state, number: number)
  }
}

/// Writes the state's file away from the main actor.
private actor StateWriter {
  private let file: StateFile
  private var written = 0

  package init(file: StateFile) { self.file = file }

  /// Writes a state; one with a lower number never replaces one with a higher.
  package func write(_ state: RememberedState, number: Int) throws {
    guard number > written else { return }
    try file.save(state)
    written = number
  }
}

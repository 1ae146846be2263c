import NoteFiles

/// Whether something that was typed has waited for the store long enough to be shown: what is
/// stored as usual is not.
@MainActor final class SlowStoring {
  private(set) var isShown = false
  private var age = UnstoredAge()
  private var wake: (any ScheduledAction)?

  /// Follows the state of a text after each event.
  func follow(_ state: SaveMachine.State, _ host: any NoteSessionHost) {
    let (before, now) = (age.since, host.elapsed())
    age.take(state, at: now)
    guard age.since != before else { return }
    wake?.cancel()
    let rest = age.since.map { $0 + ShownPending.grace - now }
    if isShown, rest.map({ $0 > .zero }) ?? true {
      isShown = false
      host.drawSoon()
    }
    wake = rest.map { rest in
      host.schedule(after: max(.zero, rest)) { [weak self, weak host] in
        self?.isShown = true
        host?.drawSoon()
      }
    }
  }
}

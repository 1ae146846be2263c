import Foundation
import TerminalUI

/// What the person did before: the ways back, what was entered, what is known already.
@MainActor package final class Memory {
  /// The history of the notes looked at, to go back and forward.
  package var jumps = JumpList() {
    didSet { noteVisit(since: oldValue) }
  }
  /// How often and when notes were looked at.
  package var visits = VisitLog()
  /// The names of the hints that were already shown.
  package var shownHints: Set<String> = []
  /// The shell commands of `keys.yaml` that the person has agreed to run.
  package var trustedCommands: Set<String> = []
  /// The history of entered queries.
  package var searches = InputHistory()
  /// The history of actions entered by name.
  package var commands = InputHistory()
  /// The new names of tags that were renamed in this run, by the old ones.
  private var tagNames: [String: String] = [:]
  private let now: () -> Date

  package init(now: @escaping () -> Date) { self.now = now }

  private func noteVisit(since before: JumpList) {
    guard let id = jumps.current, id != before.current else { return }
    visits.visit(id, at: now())
  }

  // MARK: - Renamed tags

  /// A tag has another name from now on.
  package func renamed(_ tag: String, to name: String) {
    tagNames[tag] = name
    tagNames[name] = nil
  }

  /// A tag has its old name again.
  package func restoredName(ofTag tag: String) { tagNames[tag] = nil }

  /// What a tag is called now that was renamed in this run.
  package func newName(ofTag tag: String) -> String? {
    var name = tag
    // Two names may lead to each other.
    for _ in 0..<tagNames.count {
      guard let next = tagNames[name] else { break }
      name = next
    }
    return name == tag ? nil : name
  }
}

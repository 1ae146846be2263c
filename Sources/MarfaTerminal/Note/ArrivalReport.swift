import NoteEditing
import NoteFiles
import Settings
import TerminalLayers

/// Reports who came into the edited note and who left it, once they have stayed so for a moment.
@MainActor final class ArrivalReport {
  private let context: Context
  /// Who was reported as being here, by id; nil before the first report.
  private var reported: [String: String] = [:]
  private var present: [String: String] = [:]
  private var waiting: (any ScheduledAction)?
  /// Whether the connection is gone, and that was said.
  private var isAway = false

  /// A person who comes back within this time is not reported: the connection was only cut.
  private static let rest = Duration.seconds(1)

  init(context: Context) { self.context = context }

  /// Takes who is here now.
  func take(_ people: [PersonHere]) {
    present = Dictionary(people.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    waiting?.cancel()
    waiting = context.host.schedule(after: Self.rest) { [weak self] in self?.report() }
  }

  /// The note is left.
  func end() {
    waiting?.cancel()
    (waiting, reported, present, isAway) = (nil, [:], [:], false)
  }

  private func report() {
    waiting = nil
    // Without a connection nobody is shown, and nobody has left.
    if present.isEmpty, let status = context.sync.status, !status.connection.hasOthers {
      return reportAway()
    }
    isAway = false
    let (old, new) = (Set(reported.values), Set(present.values))
    reported = present
    let sentences = [
      Self.sentence(new.subtracting(old), "is here", "are here"),
      Self.sentence(old.subtracting(new), "left", "left"),
    ].filter { !$0.isEmpty }
    guard !sentences.isEmpty else { return }
    context.messages.notice(sentences.joined(separator: " "))
    context.host.requestFrame()
  }

  /// Says once that the person works alone for now.
  private func reportAway() {
    guard !isAway, !reported.isEmpty else { return }
    isAway = true
    let names = Set(reported.values).sorted()
    let time = DatePattern("HH:mm").text(for: context.now(), calendar: context.settings.calendar)
    let who = names.count == 1 ? "\(names[0]) was" : "\(names.count) people were"
    context.messages.notice("Your edits are kept. \(who) last seen at \(time).")
    context.host.requestFrame()
  }

  private static func sentence(_ names: Set<String>, _ one: String, _ several: String) -> String {
    let names = names.sorted()
    guard let last = names.last else { return "" }
    let others = names.dropLast().joined(separator: ", ")
    return others.isEmpty ? "\(last) \(one)." : "\(others) and \(last) \(several)."
  }
}

extension SyncStatus.Connection {
  /// Whether others can be seen with it.
  fileprivate var hasOthers: Bool {
    switch self {
    case .live, .catchingUp, .readOnly: true
    default: sendsAtOnce
    }
  }
}

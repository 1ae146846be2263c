import Documents
import TestSupport

/// Replicas that leave while others go on, and people who come in their places.
extension RandomHistory {
  static func leave(_ meeting: inout Meeting, _ number: Int) throws {
    try meeting.sync(number + 1)
    meeting.server.detach(meeting.replicas[number].actor)
    meeting.late[number] = nil
    meeting.away.insert(number)
  }

  /// How somebody comes where somebody left.
  private enum Coming: CaseIterable {
    /// The same actor with an empty replica.
    case afresh
    /// The same person as another actor, with an edit that was made meanwhile.
    case asAnother
    /// Somebody else.
    case stranger
  }

  /// Attaches with an empty replica, which gets the changes or the whole document.
  static func comeBack(
    _ meeting: inout Meeting, _ number: Int, _ random: inout SplitMix64
  ) throws {
    meeting.away.remove(number)
    var former = meeting.replicas[number]
    let way = Coming.allCases.randomElement(using: &random) ?? .afresh
    meeting.visits += 1
    // No two newcomers have one actor.
    let fresh = ActorID(number: UInt64(100 + meeting.visits))
    let actor = way == .afresh ? former.actor : fresh
    if way != .afresh { meeting.server.detach(former.actor, isForGood: true) }
    meeting.replicas[number] = newcomer(as: actor, insteadOf: former)
    try meeting.sync(number + 1)
    guard way == .asAnother else { return }
    let count = former.readingRoot.jsonText("t")?.count ?? 0
    let from = Int.random(in: 0...count, using: &random)
    try former.edit(from, min(count, from + 2), "back")
    try meeting.replicas[number].adopt(former.localChanges, of: former.actor)
  }

  /// Exchanges, and the server does not keep what the replica had seen.
  static func exchange(_ meeting: inout Meeting, _ number: Int) throws {
    let replica = meeting.replicas[number]
    let answer = try meeting.server.answer(replica.pack(), from: replica.actor, isNoted: false)
    _ = try meeting.replicas[number].apply(answer)
  }

  /// Sends a request whose answer others may overtake, or takes the last such answer.
  static func exchangeLate(_ meeting: inout Meeting, _ number: Int) throws {
    if let answer = meeting.late.removeValue(forKey: number) {
      _ = try meeting.replicas[number].apply(answer)
      return
    }
    let replica = meeting.replicas[number]
    let answer = try meeting.server.answer(replica.pack(), from: replica.actor, isNoted: false)
    if answer.snapshot == nil { meeting.late[number] = answer }
  }
}

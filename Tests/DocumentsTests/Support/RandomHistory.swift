import TestSupport

@testable import Documents

/// A random history of several replicas and their server, compared with a naive model.
enum RandomHistory {
  struct Broken: Error { let law: String }

  private static func check(_ holds: Bool, _ law: @autoclosure () -> String) throws {
    if !holds { throw Broken(law: law()) }
  }

  /// What replicas mostly do.
  enum Habit: Sendable {
    case typing
    /// Of two or three replicas each often undoes what another has deleted and purged meanwhile.
    case undoing
    /// Two or three replicas arrange and exchange, and hardly type.
    case arranging
    /// Two or three replicas delete when all others have seen what was before, and not that.
    case purging
    /// Two or three replicas leave and come back, and some reports and answers are late or lost.
    case visiting

    /// The most actors and steps.
    fileprivate var most: (actors: UInt64, steps: Int) {
      switch self {
      case .typing: (5, 60)
      case .undoing, .arranging, .visiting: (3, 90)
      case .purging: (3, 40)
      }
    }
  }

  /// Runs the history of a seed.
  ///
  /// - Throws: ``Broken`` if a law is broken, or what a replica threw.
  static func run(seed: UInt64, habit: Habit = .typing, fault: PlantedFault? = nil) throws {
    var random = SplitMix64(seed: seed)
    let most = habit.most
    let kinds = kinds(habit)
    var meeting = Meeting(actors: Array(1...UInt64.random(in: 2...most.actors, using: &random)))
    for number in meeting.replicas.indices { meeting.replicas[number].plant(fault) }
    meeting.server.snapshotThreshold = Bool.random(using: &random) ? 12 : 500
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      root.a = [0, 1, 2]
      root.c = JSONCounter(value: 0)
    }
    try meeting.c1.edit(0, 0, "start")
    // The model knows one text; nobody undoes its creation.
    meeting.c1.clearHistory()
    for number in meeting.replicas.indices { try meeting.sync(number + 1) }

    for _ in 0..<Int.random(in: 10...most.steps, using: &random) {
      let number = Int.random(in: meeting.replicas.indices, using: &random)
      let kind = Int.random(in: 0..<20, using: &random)
      try step(&meeting, number, kinds[kind], &random)
    }
    for number in meeting.away.sorted() { try comeBack(&meeting, number, &random) }
    for _ in 0..<4 {
      for number in meeting.replicas.indices { try meeting.sync(number + 1) }
    }

    var model = NaiveText()
    for change in meeting.server.log { model.apply(change) }
    // Bytes: two strings are equal whose scalars differ.
    let bytes = Set(meeting.documents.map { Array($0.utf8) })
    try check(bytes.count == 1, "not equal: \(meeting.documents)")
    // After somebody was forgotten, changes do not name all that they wait for.
    if !meeting.server.hasForgotten {
      try deliver(meeting.server.log, leadingTo: meeting.documents[0], &random)
    }
    try check(meeting.texts[0] == model.string, "not the model's \(model.string)")
    try check(model.foreign.isEmpty, "somebody undid what others did: \(model.foreign)")
    try check(meeting.replicas.allSatisfy { $0.garbageCount == 0 }, "garbage is left")
    for replica in meeting.replicas {
      let copy = try Snapshot(decoding: replica.snapshot())
      try check(copy.root.json(of: 0) == replica.toJSON(), "another snapshot")
      try check(copy.root.garbageCount == 0, "garbage that nobody counts")
    }
  }

  /// Kinds of steps.
  private static func kinds(_ habit: Habit) -> [Int] {
    switch habit {
    case .typing: Array(0..<20)
    // Four edits, four times undo, three times redo, and the others as usual.
    case .undoing: [0, 0, 0, 0, 9, 9, 9, 9, 10, 10, 10] + Array(11..<20)
    case .arranging: [0] + Array(repeating: 11, count: 10) + Array(repeating: 19, count: 9)
    case .purging: [0, 0, 9, 9, 10, 11, 11, 11, 11, 12, 13, 14, 15, 15, 15, 15, 20, 20, 20, 20]
    case .visiting: Array(0..<5) + [9, 10, 11, 12, 13, 15, 15, 24, 21, 21, 22, 22, 23, 23, 24]
    }
  }

  /// Gives a newcomer all changes in another order that their causes allow, some of them twice.
  private static func deliver(
    _ log: [Change], leadingTo document: String, _ random: inout SplitMix64
  ) throws {
    var newcomer = Replica(key: "doc", actor: ActorID(number: 999))
    // Those of one person stay in their order: each is a cause of the next.
    var waiting = Dictionary(grouping: log, by: \.id.actor).sorted { $0.key < $1.key }.map(\.value)
    while !waiting.isEmpty {
      waiting.shuffle(using: &random)
      let place = try waiting.firstIndex { changes in
        do throws(DocumentsError) {
          for _ in 0...Int.random(in: 0...1, using: &random) { _ = try newcomer.apply(changes[0]) }
          return true
        } catch {
          guard error.isOutOfOrder else { throw error }
          return false
        }
      }
      guard let place else { throw Broken(law: "a change never stops waiting") }
      waiting[place].removeFirst()
      if waiting[place].isEmpty { waiting.remove(at: place) }
    }
    try check(newcomer.toJSON() == document, "another order leads to \(newcomer.toJSON())")
    newcomer.purge(seenByAll: newcomer.versionVector)
    try check(newcomer.garbageCount == 0, "garbage of another order is left")
  }

  /// An empty replica that does wrong what another does.
  static func newcomer(as actor: ActorID, insteadOf former: Replica) -> Replica {
    var replica = Replica(key: "doc", actor: actor)
    replica.plant(former.root.fault)
    return replica
  }

  private static func step(
    _ meeting: inout Meeting, _ number: Int, _ kind: Int, _ random: inout SplitMix64
  ) throws {
    if meeting.away.contains(number) {
      if kind.isMultiple(of: 3) { try comeBack(&meeting, number, &random) }
      return
    }
    switch kind {
    case 0..<9: try edit(&meeting.replicas[number], &random)
    case 9: try reverse(&meeting.replicas[number]) { try $0.undo() }
    case 10: try reverse(&meeting.replicas[number]) { try $0.redo() }
    case 11: try editArray(&meeting.replicas[number], &random)
    case 12:
      try meeting.replicas[number].update { root, presence in
        presence.set(["caret": "1"])
        if Bool.random(using: &random) { try root.jsonCounter("c")?.increase(value: 1) }
      }
    case 13:
      // The answer is lost; the next push repeats the changes.
      _ = try meeting.server.answer(
        meeting.replicas[number].pack(), from: meeting.replicas[number].actor)
    case 14:
      // The answer comes twice, as bytes.
      let answer = try meeting.server.answer(
        ChangePack(decoding: meeting.replicas[number].pack().encoded()),
        from: meeting.replicas[number].actor)
      let copy = try ChangePack(decoding: answer.encoded())
      try check(copy == answer, "another pack")
      for _ in 0..<2 { _ = try meeting.replicas[number].apply(copy) }
    case 20: try changeAtTheEdge(&meeting, number, &random)
    case 21: try leave(&meeting, number)
    case 22: try exchange(&meeting, number)
    case 23: try exchangeLate(&meeting, number)
    case 24: meeting.server.tidy()
    default: try meeting.sync(number + 1)
    }
  }

  /// Makes two changes, the first of which all others have seen when the second is delivered, and
  /// lets another go on from between them.
  ///
  /// The answer to the second purges what the first deleted, and nothing that is one tick later.
  private static func changeAtTheEdge(
    _ meeting: inout Meeting, _ number: Int, _ random: inout SplitMix64
  ) throws {
    let others = meeting.replicas.indices.filter { $0 != number }
    try meeting.sync(number + 1)
    try change(&meeting.replicas[number], &random)
    for next in [number] + others + others { try meeting.sync(next + 1) }
    try change(&meeting.replicas[number], &random)
    let deleted = meeting.replicas[number].localChanges.flatMap(\.operations).compactMap {
      if case .remove(_, let element, _) = $0 { element } else { nil }
    }
    let events = try meeting.sync(number + 1)
    try check(
      events.contains(.snapshot)
        || deleted.allSatisfy { meeting.replicas[number].root.handle(of: $0) != nil },
      "what nobody else has seen deleted is forgotten")
    try change(&meeting.replicas[others.randomElement(using: &random) ?? number], &random)
  }

  private static func change(_ replica: inout Replica, _ random: inout SplitMix64) throws {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try edit(&replica, &random)
    case 1: try reverse(&replica) { try $0.undo() }
    default: try editArray(&replica, &random)
    }
  }

  /// Undoes or redoes, which names what goes and what comes, so that the model can judge it.
  private static func reverse(
    _ replica: inout Replica, _ body: (inout Replica) throws -> Void
  ) throws {
    let count = replica.localChanges.count
    try body(&replica)
    for operation in replica.localChanges[count...].flatMap(\.operations) {
      if case .edit = operation { throw Broken(law: "an undo is an edit") }
    }
  }

  private static func edit(_ replica: inout Replica, _ random: inout SplitMix64) throws {
    let count = replica.readingRoot.jsonText("t")?.count ?? 0
    let from = Int.random(in: 0...count, using: &random)
    let to = Int.random(in: from...min(count, from + 5), using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try replica.edit(from, to)
    case 1: try replica.style(from, to, ["b": String(Int.random(in: 0..<3, using: &random))])
    case 2: try replica.edit(from, to, "é日", ["i": "1"])
    case 3:
      let before = replica.text
      try replica.edit(from, to, "xy")
      try replica.undo()
      try check(replica.text == before, "an undo left something")
    default: try replica.edit(from, from, ["a", "bc", "def"].randomElement(using: &random) ?? "")
    }
  }

  private static func editArray(_ replica: inout Replica, _ random: inout SplitMix64) throws {
    let count = replica.readingRoot.jsonArray("a")?.count ?? 0
    let kind = Int.random(in: 0..<4, using: &random)
    let index = Int.random(in: 0..<max(count, 1), using: &random)
    let other = Int.random(in: 0..<max(count, 1), using: &random)
    try replica.array { array in
      guard count > 0 else { return try array.append(7) }
      switch kind {
      case 0: try array.insertAfter(index, other)
      case 1: try array.remove(at: index)
      case 2: try array.set(index, to: other + 10)
      default: try array.moveAfter(other, index)
      }
    }
  }
}

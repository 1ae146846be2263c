/// A history that a seed decides, and what is wrong when it has ended.
struct History {
  /// Whom the devices meet, and what the people do.
  enum Kind: String, CaseIterable, Sendable {
    /// A server with all that ours can.
    case full
    /// A server with the documented API and nothing else.
    case documented
    /// A server with all that ours can; people edit notes as documents, too.
    case notes
    /// People are asked about conflicts; every other server has the documented API and nothing
    /// else.
    case asked
    /// The same, where people are away often, do twice as much and keep to three notes.
    case away
    /// People who are away often delete notes permanently while others write in them; the server
    /// has all that ours can, since no other one refuses a purge.
    case purging
  }

  var kind = Kind.full
  var seed: UInt64
  /// How often each person turns to a note; among documents three times as often to one of them.
  var edits = 5
  /// A wrong executor, for tests of the simulation itself.
  var plant = PlantedFault.none
  /// A wrong client of documents, likewise.
  var noteFault = NoteFault.none
  /// Told what happens, a line for each step; nil for a silent history.
  var tell: ((String) -> Void)?

  /// The devices and the server before anything has happened.
  func begin() throws -> Simulation {
    let simulation: Simulation
    if kind == .notes {
      let count = 2 + Int(seed % 3)
      var habits = NoteHabits.drawn(seed: seed, devices: count)
      habits.fault = noteFault
      simulation = try Simulation(seed: seed, clients: count, notes: habits)
    } else {
      let asks = kind != .full && kind != .documented
      simulation = try Simulation(
        seed: seed, clients: 2 + Int(seed % 4),
        isDocumented: kind == .documented
          || asks && kind != .purging && seed.isMultiple(of: 2), asks: asks)
      if kind == .away || kind == .purging { simulation.leaveOften() }
      simulation.peoplePurge = kind == .purging
    }
    simulation.plant = plant
    simulation.tell = tell
    return simulation
  }

  /// Everything that is wrong at the end; empty when nothing is.
  func problems() throws -> [String] {
    let simulation = try begin()
    var problems: [String] = []
    do {
      try simulation.run(edits: kind == .away ? 2 * edits : edits)
      if kind == .notes { problems += try problemsOfMeeting(simulation) }
    } catch let stuck as Simulation.Stuck {
      return ["it does not come to rest: \(stuck.seen)"]
    }
    let server = try ServerContents(simulation.server)
    problems += simulation.unexpected + (try simulation.cursorProblems())
    for client in simulation.clients {
      let changes = try client.store.refused()
      if !changes.isEmpty { problems.append("\(client.name) keeps refused \(changes)") }
      let queue = try client.store.queue()
      if !queue.isEmpty { problems.append("\(client.name) has not sent \(queue.map(\.intent))") }
      problems += server.differences(from: client)
    }
    if kind == .notes { problems += try simulation.noteProblems(server.items) }
    problems += simulation.trashDecisions.problems
    return problems + simulation.oracle.problems(items: server.items, edges: server.edges)
  }

  /// Everybody is in the same notes at once; then one of them dies.
  private func problemsOfMeeting(_ simulation: Simulation) throws -> [String] {
    try simulation.meet()
    let problems = simulation.presenceProblems()
    try simulation.kill(0)
    return problems + simulation.presenceProblems()
  }
}

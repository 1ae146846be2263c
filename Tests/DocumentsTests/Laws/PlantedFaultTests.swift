import Testing

@testable import Documents

/// The laws are worth what they find: each planted fault breaks one.
@Suite(.timeLimit(.minutes(20))) struct PlantedFaultTests {
  /// Each fault with the first seed that finds it, and the habit of the replicas.
  @Test(
    arguments: [
      (.ignoredOrder, .typing, 0), (.forgottenSplit, .typing, 1), (.unmergedVector, .typing, 4),
      (.newIdentity, .typing, 0), (.frozenRemoval, .typing, 67), (.earlyPurge, .purging, 1),
    ] as [(PlantedFault, RandomHistory.Habit, UInt64)])
  func `a planted fault breaks a law at its seed`(
    fault: PlantedFault, habit: RandomHistory.Habit, seed: UInt64
  ) {
    let first = (0..<1000 as Range<UInt64>).first { seed in
      do {
        try RandomHistory.run(seed: seed, habit: habit, fault: fault)
        return false
      } catch {
        return true
      }
    }
    #expect(first == seed)
    #expect(throws: Never.self) { try RandomHistory.run(seed: seed, habit: habit) }
  }

  /// An early purge leaves the places of what it drops, so that one tick makes no documents differ:
  /// what it forgets finds it.
  @Test(arguments: [PlantedFault?.none, .earlyPurge])
  func `a purge that is one tick early forgets what somebody has not seen`(
    fault: PlantedFault?
  ) throws {
    var meeting = Meeting()
    for number in meeting.replicas.indices { meeting.replicas[number].plant(fault) }
    try meeting.c1.update { root, _ in root.a = [1, 2, 3] }
    try meeting.sync(1, 2, 2, 1)
    try meeting.c1.array { try $0.remove(at: 0) }
    try meeting.sync(1)
    #expect((meeting.c1.garbageCount > 0) == (fault == nil))
    try meeting.c2.array { try $0.set(0, to: "x") }
    try meeting.sync(2, 1, 2)

    #expect(meeting.documents == [#"{"a":["x",2,3]}"#, #"{"a":["x",2,3]}"#])
  }
}

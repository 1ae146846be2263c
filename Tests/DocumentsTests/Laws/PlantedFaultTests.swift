import Testing

@testable import Documents

/// The laws are worth what they find: each planted fault breaks one.
@Suite(.timeLimit(.minutes(20))) struct PlantedFaultTests {
  /// Each fault with the first seed that finds it.
  @Test(
    arguments: [
      (PlantedFault.ignoredOrder, 0), (.forgottenSplit, 1), (.unmergedVector, 4), (.newIdentity, 0),
      (.frozenRemoval, 67),
    ] as [(PlantedFault, UInt64)])
  func `a planted fault breaks a law at its seed`(fault: PlantedFault, seed: UInt64) {
    #expect(throws: (any Error).self) { try RandomHistory.run(seed: seed, fault: fault) }
    #expect(throws: Never.self) { try RandomHistory.run(seed: seed) }
  }

  /// A purge leaves the places of what it drops, so 400 random histories do not find this one: it
  /// takes the replacement of an element that another deleted in the tick before.
  @Test(arguments: [PlantedFault?.none, .earlyPurge])
  func `a purge that is one tick early loses a replacement`(fault: PlantedFault?) throws {
    var meeting = Meeting()
    for number in meeting.replicas.indices { meeting.replicas[number].plant(fault) }
    try meeting.c1.update { root, _ in root.a = [1, 2, 3] }
    try meeting.sync(1, 2, 2, 1)
    try meeting.c1.array { try $0.remove(at: 0) }
    try meeting.c2.array { try $0.set(0, to: "x") }
    try meeting.sync(1, 2, 1, 2)

    #expect((meeting.documents[0] == meeting.documents[1]) == (fault == nil))
  }
}

import Documents
import Testing

/// What a replica knows of actors whom it has forgotten.
@Suite(.timeLimit(.minutes(20))) struct ForgottenActorTests {
  @Test func `a late answer with what a forgotten actor made does nothing again`() throws {
    var meeting = Meeting(actors: [1, 2, 3])
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      root.c = JSONCounter(value: 0)
    }
    try meeting.sync(1, 2, 3)
    try meeting.replicas[2].update { root, _ in try root.jsonCounter("c")?.increase(value: 5) }
    try meeting.sync(3)
    let late = try meeting.server.answer(meeting.c1.pack(), from: meeting.c1.actor)
    try meeting.sync(1, 2)
    try meeting.c2.edit(0, 0, "later")
    let gone = meeting.replicas[2].actor
    meeting.server.detach(gone, isForGood: true)
    try meeting.sync(2, 1, 2, 1)
    meeting.server.tidy()
    try meeting.sync(1, 2)
    try #require(meeting.c1.versionVector[gone] == nil)
    try #require(meeting.server.hasForgotten)

    let events = try meeting.c1.apply(late)

    #expect(events.isEmpty)
    #expect(meeting.documents[0] == meeting.documents[1])
    #expect(meeting.documents[0].contains("\"c\":5"))
  }
}

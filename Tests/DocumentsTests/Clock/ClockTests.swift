import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(20))) struct ClockTests {
  private let one = ActorID(number: 1)
  private let two = ActorID(number: 2)

  @Test func `tickets are ordered by lamport time, then actor, then delimiter`() {
    let tickets = [
      TimeTicket(lamport: 1, actor: two, delimiter: 9),
      TimeTicket(lamport: 2, actor: one, delimiter: 3),
      TimeTicket(lamport: 2, actor: two, delimiter: 1),
    ]

    #expect(tickets.reversed().sorted() == tickets)
    #expect(TimeTicket.initial < tickets[0])
    #expect(tickets[2] < .max)
  }

  @Test func `an actor is twelve bytes, as digits and back`() {
    let actor = ActorID(bytes: [255, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])

    #expect(actor?.description == "ff0102030405060708090a0b")
    #expect(actor.flatMap { ActorID($0.description) } == actor)
    #expect(actor.map { ActorID(bytes: $0.bytes) } == actor)
    #expect(ActorID(bytes: [1, 2]) == nil)
    #expect(ActorID("0102") == nil)
    #expect(ActorID("gg0102030405060708090a0b") == nil)
  }

  @Test func `a vector takes the later time of each actor`() {
    var vector = VersionVector([one: 3])

    vector.merge(VersionVector([one: 2, two: 5]))

    #expect(vector == VersionVector([one: 3, two: 5]))
    #expect(vector.knows(TimeTicket(lamport: 5, actor: two, delimiter: 1)))
    #expect(!vector.knows(TimeTicket(lamport: 4, actor: one, delimiter: 1)))
    #expect(!VersionVector().knows(TimeTicket(lamport: 0, actor: one, delimiter: 1)))
  }

  @Test func `an actor that one vector lacks counts as zero in the minimum`() {
    let minimum = VersionVector.minimum(of: [
      VersionVector([one: 3, two: 4]), VersionVector([one: 2]),
    ])

    #expect(minimum == VersionVector([one: 2, two: 0]))
  }
}

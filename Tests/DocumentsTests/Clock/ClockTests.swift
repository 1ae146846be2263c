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

  // MARK: - Changes by many actors, as bytes

  private func actor(_ number: Int) -> ActorID { ActorID(number: UInt64(number)) }

  private func change(_ number: UInt32, knowing others: VersionVector) -> Change {
    let at = TimeTicket(lamport: Int64(number), actor: actor(1), delimiter: 1)
    return Change(
      id: ChangeID(
        clientSequence: number, lamport: Int64(number), actor: actor(1), others: others),
      message: nil,
      operations: [.set(object: .initial, key: "k", value: .primitive(.null), at: at)],
      presence: nil)
  }

  private func pack(_ changes: [Change]) -> ChangePack {
    ChangePack(documentKey: "doc", checkpoint: .initial, changes: changes)
  }

  @Test(arguments: [1, 15, 16, 17, 18, 40, 1000])
  func `changes by any number of actors come back as they were`(count: Int) throws {
    let all = VersionVector(
      Dictionary(uniqueKeysWithValues: (2...count + 1).map { (actor($0), Int64($0)) }))
    var later = all
    for number in 2...count + 1 where number % 3 > 0 {
      later[actor(number)] = number % 3 == 1 ? nil : 9000
    }
    var other = later
    other[actor(5000)] = 3
    let sent = pack([
      change(1, knowing: VersionVector()), change(2, knowing: all), change(3, knowing: later),
      change(4, knowing: other), change(5, knowing: all),
    ])

    #expect(try ChangePack(decoding: sent.encoded()) == sent)
  }

  @Test func `an actor that is written twice is refused, among many as well`() throws {
    for count in [9, 40] {
      let all = VersionVector(
        Dictionary(uniqueKeysWithValues: (2...count + 1).map { (actor($0), Int64(1)) }))
      let bytes = pack([change(1, knowing: all)]).encoded()
      let last = try #require(bytes.lastIndex { $0 == UInt8(count + 1) })
      var twice = bytes
      twice[last] = 1

      #expect(throws: Never.self) { try ChangePack(decoding: bytes) }
      #expect(throws: DocumentsError.self) { try ChangePack(decoding: twice) }
    }
  }

  @Test func `changes that each know another great number of actors are refused`() throws {
    var known = VersionVector(
      Dictionary(uniqueKeysWithValues: (2...5001).map { (actor($0), Int64(1)) }))
    let changes = (1...700 as ClosedRange<UInt32>).map { number in
      known[actor(2)] = Int64(number)
      return change(number, knowing: known)
    }

    #expect(throws: DocumentsError.self) { try ChangePack(decoding: pack(changes).encoded()) }
    #expect(throws: Never.self) {
      try ChangePack(decoding: pack(Array(changes.prefix(50))).encoded())
    }
  }
}

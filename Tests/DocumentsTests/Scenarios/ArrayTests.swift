import Testing

@testable import Documents

typealias ArrayStep = @Sendable (JSONArray) throws -> Void

struct ArrayRow: CustomTestStringConvertible, Sendable {
  let id: String
  let initial: [Int]
  let first: [ArrayStep]
  let second: [ArrayStep]
  let expected: [Int]

  var testDescription: String { "DOC-" + id }
}

/// documents.md §3.5; each step is a change.
let arrayRows: [ArrayRow] = [
  .init(
    id: "A01", initial: [1, 2], first: [{ try $0.remove(at: 1) }], second: [{ try $0.append(3) }],
    expected: [1, 3]),
  .init(
    id: "A02", initial: [1],
    first: [{ try $0.append(2) }, { try $0.append(3) }, { try $0.remove(at: 1) }],
    second: [{ try $0.append(4) }, { try $0.append(5) }], expected: [1, 4, 5, 3]),
  .init(
    id: "A03", initial: [1, 2, 3], first: [{ try $0.remove(at: 1) }],
    second: [{ try $0.remove(at: 1) }], expected: [1, 3]),
  .init(
    id: "A04", initial: [1, 2, 3, 4], first: [{ try $0.remove(at: 1) }],
    second: [{ try $0.insertAfter(1, 2) }], expected: [1, 2, 3, 4]),
  .init(
    id: "A05", initial: [0, 1, 2], first: [{ try $0.moveBefore(0, 2) }],
    second: [{ try $0.moveBefore(1, 2) }], expected: [0, 2, 1]),
  .init(
    id: "A06", initial: [0, 1, 2], first: [{ try $0.moveBefore(0, 2) }],
    second: [{ try $0.moveBefore(0, 1) }], expected: [1, 2, 0]),
  .init(
    id: "A07", initial: [0, 1, 2],
    first: [{ try $0.moveBefore(0, 2) }, { try $0.moveBefore(0, 2) }],
    second: [{ try $0.moveBefore(0, 1) }, { try $0.moveBefore(0, 1) }], expected: [0, 1, 2]),
  .init(
    id: "A08", initial: [0, 1, 2], first: [{ try $0.moveBefore(0, 1) }],
    second: [{ try $0.moveBefore(1, 2) }], expected: [1, 0, 2]),
  .init(
    id: "A09", initial: [0, 1, 2], first: [{ try $0.moveFront(2) }, { try $0.moveFront(2) }],
    second: [{ try $0.moveFront(1) }, { try $0.moveFront(1) }], expected: [0, 1, 2]),
  .init(
    id: "A10", initial: [0, 1, 2], first: [{ try $0.moveFront(2) }],
    second: [{ try $0.moveFront(2) }], expected: [2, 0, 1]),
  .init(
    id: "A11", initial: [0, 1, 2], first: [{ try $0.moveLast(1) }],
    second: [{ try $0.moveLast(0) }], expected: [2, 0, 1]),
  .init(
    id: "A12", initial: [0, 1, 2], first: [{ try $0.moveAfter(0, 1) }],
    second: [{ try $0.moveAfter(0, 2) }], expected: [0, 2, 1]),
  .init(
    id: "A13", initial: [1], first: [{ try $0.append(2) }], second: [{ try $0.append(3) }],
    expected: [1, 3, 2]),
  .init(
    id: "A15", initial: [1, 2, 3, 4], first: [{ try $0.remove(at: 2) }],
    second: [{ try $0.remove(at: 2) }], expected: [1, 2, 4]),
  .init(
    id: "A16", initial: [1], first: [{ try $0.remove(at: 0) }],
    second: [{ try $0.insertBefore(0, 2) }], expected: [2]),
  .init(
    id: "A18", initial: [-1, -2, -3], first: [{ try $0.set(0, to: -5) }],
    second: [{ try $0.set(1, to: -4) }], expected: [-5, -4, -3]),
  .init(
    id: "A28", initial: [1, 2, 3, 4], first: [{ try $0.insertAfter(1, 5) }],
    second: [{ try $0.moveAfter(1, 2) }, { try $0.moveAfter(2, 3) }], expected: [1, 2, 3, 4, 5]),
  .init(
    id: "A29", initial: [1, 2, 3, 4], first: [{ try $0.moveAfter(0, 1) }],
    second: [{ try $0.moveAfter(1, 2) }, { try $0.moveAfter(2, 3) }], expected: [1, 2, 3, 4]),
  .init(
    id: "A30", initial: [1, 2, 3, 4], first: [{ try $0.set(1, to: 5) }],
    second: [{ try $0.moveAfter(1, 2) }, { try $0.moveAfter(2, 3) }], expected: [1, 3, 4, 5]),
  .init(
    id: "A31", initial: [1, 2, 3, 4], first: [{ try $0.remove(at: 1) }],
    second: [{ try $0.moveAfter(1, 2) }, { try $0.moveAfter(2, 3) }], expected: [1, 3, 4]),
]

extension Meeting {
  mutating func startArray(_ values: [Int]) throws {
    try c1.update { root, _ in root.a = values }
    try sync(1, 2)
  }

  var arrays: [[Int]] {
    replicas.map { ($0.readingRoot.jsonArray("a")?.values ?? []).map { Int($0 as? Int32 ?? -99) } }
  }
}

@Suite(.timeLimit(.minutes(20))) struct ArrayTests {
  @Test(arguments: arrayRows)
  func `concurrent steps converge to the array of the table`(row: ArrayRow) throws {
    var meeting = Meeting()
    try meeting.startArray(row.initial)
    for step in row.first { try meeting.c1.array(step) }
    for step in row.second { try meeting.c2.array(step) }
    try meeting.sync(1, 2, 1)

    #expect(meeting.arrays == [row.expected, row.expected])
  }

  /// The operations of the 7×7 table, by the value that is inserted and the other index.
  private struct Pair: Sendable {
    let name: String
    let step: @Sendable (JSONArray, Int, Int) throws -> Void
  }

  private static let operations: [Pair] = [
    Pair(name: "ip") { array, value, _ in try array.insertAfter(1, value) },
    Pair(name: "ipn") { array, value, _ in try array.insertAfter(0, value) },
    Pair(name: "mp") { array, _, other in try array.moveAfter(1, other) },
    Pair(name: "mpn") { array, _, other in try array.moveAfter(0, other) },
    Pair(name: "mt") { array, _, other in try array.moveAfter(other, 1) },
    Pair(name: "st") { array, value, _ in try array.set(1, to: value) },
    Pair(name: "rm") { array, _, _ in try array.remove(at: 1) },
  ]

  /// A row for each operation of c1, a column for each of c2.
  ///
  /// The cell st/st keeps the later value
  /// alone (documents.md §0.5); upstream keeps both.
  private static let table = [
    ["126534", "162534", "12453", "14253", "15342", "16534", "1534"],
    ["152634", "165234", "15243", "14523", "15342", "15634", "1534"],
    ["12634", "16234", "1243", "1423", "1342", "1634", "134"],
    ["13264", "16324", "1324", "1432", "1342", "1364", "134"],
    ["16324", "16324", "1432", "1432", "1342", "1634", "134"],
    ["16534", "16534", "1453", "1453", "1534", "1634", "1534"],
    ["1634", "1634", "143", "143", "134", "1634", "134"],
  ]

  @Test(arguments: 0..<49)
  func `a pair of operations at one element converges to its cell`(cell: Int) throws {
    let first = Self.operations[cell / 7]
    let second = Self.operations[cell % 7]
    var meeting = Meeting()
    try meeting.startArray([1, 2, 3, 4])
    try meeting.c1.array { try first.step($0, 5, 2) }
    try meeting.c2.array { try second.step($0, 6, 3) }
    try meeting.sync(1, 2, 1)

    let expected = Self.table[cell / 7][cell % 7].compactMap(\.wholeNumberValue)
    #expect(meeting.arrays == [expected, expected], "\(first.name)/\(second.name)")
  }

  @Test func `DOC-A14 insertions, then moves`() throws {
    var meeting = Meeting()
    try meeting.startArray([0])
    try meeting.c1.array { try $0.insertAfter(0, 1) }
    try meeting.c2.array { try $0.insertAfter(0, 2) }
    try meeting.sync(1, 2, 1)
    #expect(meeting.arrays == [[0, 2, 1], [0, 2, 1]])

    try meeting.c1.array { try $0.moveBefore(0, 1) }
    try meeting.c2.array { try $0.moveBefore(0, 1) }
    try meeting.c2.array { try $0.moveBefore(1, 2) }
    try meeting.sync(1, 2, 1)
    #expect(meeting.arrays == [[2, 1, 0], [2, 1, 0]])
  }

  @Test func `DOC-A17 an insertion before a removed element stays`() throws {
    var meeting = Meeting()
    try meeting.startArray([1, 2, 3, 4])
    try meeting.c1.array { try $0.remove(at: 1) }
    try meeting.c2.array { try $0.insertBefore(1, 5) }
    try meeting.sync(1, 2, 1)
    #expect(meeting.arrays == [[1, 5, 3, 4], [1, 5, 3, 4]])

    try meeting.c1.array { try $0.insertBefore(3, 6) }
    try meeting.c2.array { try $0.insertBefore(0, 7) }
    try meeting.sync(1, 2, 1)
    #expect(meeting.arrays == [[7, 1, 5, 3, 6, 4], [7, 1, 5, 3, 6, 4]])
  }

  private static let moves: [ArrayRow] = [
    ArrayRow(
      id: "A19", initial: [1, 2, 3], first: [{ try $0.moveAfter(2, 0) }],
      second: [{ try $0.moveAfter(0, 1) }], expected: [2, 3, 1]),
    ArrayRow(
      id: "A22", initial: [1, 2, 3, 4], first: [{ try $0.moveAfter(3, 0) }],
      second: [{ try $0.moveAfter(2, 1) }], expected: [3, 2, 4, 1]),
    ArrayRow(
      id: "A23", initial: [1, 2, 3], first: [{ try $0.moveAfter(2, 1) }],
      second: [{ try $0.remove(at: 1) }], expected: [1, 3]),
  ]

  @Test(arguments: moves, [false, true])
  func `moves converge in either order of arrival`(row: ArrayRow, isSwapped: Bool) throws {
    // The order of arrival at the server is the other half of the table's "any order".
    var meeting = Meeting()
    try meeting.startArray(row.initial)
    for step in row.first { try meeting.c1.array(step) }
    for step in row.second { try meeting.c2.array(step) }
    if isSwapped { try meeting.sync(2, 1, 2) } else { try meeting.sync(1, 2, 1) }

    #expect(meeting.arrays == [row.expected, row.expected])
  }

  @Test func `DOC-A20, A21 and A24 moves at the level of the list, in every order`() throws {
    func ticket(_ lamport: Int64) -> TimeTicket {
      TimeTicket(lamport: lamport, actor: ActorID(number: 1), delimiter: 1)
    }
    func order(_ count: Int, _ moves: [(element: Int, after: Int, at: Int64)]) throws -> [Int] {
      var root = Root()
      var next = ticket(1)
      let values = (0..<count).map { ElementValue.primitive(Primitive($0)) }
      _ = try root.make(.array(values), at: ticket(1), in: 0, next: &next)
      for move in moves {
        _ = root.move(move.element + 2, in: 0, after: move.after, at: ticket(move.at))
      }
      return root.arrays[0].live.map { $0 - 2 }
    }

    #expect(try order(3, [(0, 1, 4), (0, 2, 5)]) == [1, 2, 0])
    #expect(try order(3, [(0, 2, 5), (0, 1, 4)]) == [1, 2, 0])
    let three = [(0, 3, 5), (1, 0, 6), (2, 1, 7)] as [(Int, Int, Int64)]
    let orders = try [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map {
      try order(4, $0.map { three[$0] })
    }
    #expect(Set(orders).count == 1)
  }

  @Test func `DOC-A24 a place that a losing move made can be named`() throws {
    func ticket(_ lamport: Int64) -> TimeTicket {
      TimeTicket(lamport: lamport, actor: ActorID(number: 1), delimiter: 1)
    }
    var root = Root()
    var next = ticket(1)
    let values = (0..<3).map { ElementValue.primitive(Primitive($0)) }
    let array = try root.make(.array(values), at: ticket(1), in: 0, next: &next)
    let outcome9 = root.move(4, in: 0, after: 1, at: ticket(5))
    #expect(outcome9)
    let outcome10 = root.move(4, in: 0, after: 0, at: ticket(4))
    #expect(!outcome10)
    _ = try root.execute(
      .add(
        array: root.nodes[array].createdAt, after: ticket(4), value: .primitive(.integer(9)),
        at: ticket(6)),
      by: nil)

    #expect(root.json(of: array) == "[0,9,1,2]")
  }

  @Test func `DOC-A25 a removed array is garbage with its parts`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = [0, [1, 2, 3] as [Any?]] as [Any?] }
    try replica.array { try $0.append(4) }
    try replica.array { try $0.append("str") }
    try replica.array { try $0.remove(at: 3) }
    try replica.update { root, _ in root.a = nil }

    #expect(replica.garbageCount == 8)
    let outcome11 = replica.purge(seenByAll: .everything(of: [replica.actor]))
    #expect(outcome11 == 8)
    #expect(replica.garbageCount == 0)
  }

  @Test func `DOC-A26 an element is replaced at its place again and again`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = ["a", "b", "c"] }
    try replica.array { try $0.insertAfter(0, "newV") }
    try replica.array { try $0.insertAfter(0, "newV") }
    try replica.array { try $0.set(0, to: "setV") }
    try replica.array { try $0.set(0, to: "setV2") }
    try replica.array { try $0.set(0, to: ["s", "e", "t", "V", "3"]) }

    #expect(replica.toJSON() == #"{"a":[["s","e","t","V","3"],"newV","newV","b","c"]}"#)
  }

  @Test func `DOC-A27 a removed element is absent before and after a purge`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = [0, 1, 2] }
    let id = try #require(replica.readingRoot.jsonArray("a")?.id(at: 2))
    try replica.array { try $0.remove(id: id) }
    #expect(replica.readingRoot.jsonArray("a")?.index(of: id) == nil)
    replica.purge(seenByAll: .everything(of: [replica.actor]))

    #expect(replica.readingRoot.jsonArray("a")?.index(of: id) == nil)
    #expect(replica.toJSON() == #"{"a":[0,1]}"#)
  }
}

import Testing

@testable import Documents

struct StyledRow: CustomTestStringConvertible, Sendable {
  enum Step: Sendable {
    case edit(Int, Int, String)
    case style(Int, Int, [String: String])
  }

  let id: String
  let initial: [Step]
  let first: [Step]
  let second: [Step]
  let expected: String
  var mirrored: String?

  var testDescription: String { "DOC-" + id }
}

private let fox: StyledRow.Step = .edit(0, 0, "The fox jumped.")

/// documents.md §3.3.
let styledRows: [StyledRow] = [
  .init(
    id: "S01", initial: [fox], first: [.style(0, 15, ["b": "1"])], second: [.edit(4, 4, "brown ")],
    expected: #""The "{b=1}"brown ""fox jumped."{b=1}"#),
  .init(
    id: "S02", initial: [fox], first: [.style(0, 7, ["b": "1"])],
    second: [.style(4, 15, ["b": "1"])], expected: #""The "{b=1}"fox"{b=1}" jumped."{b=1}"#),
  .init(
    id: "S03", initial: [fox], first: [.style(0, 7, ["b": "1"])],
    second: [.style(4, 15, ["i": "1"])], expected: #""The "{b=1}"fox"{b=1,i=1}" jumped."{i=1}"#),
  .init(
    id: "S04", initial: [fox], first: [.style(0, 7, ["h": "red"])],
    second: [.style(4, 15, ["h": "blue"])],
    expected: #""The "{h=red}"fox"{h=blue}" jumped."{h=blue}"#),
  .init(
    id: "S07", initial: [fox], first: [.style(0, 7, ["comment": "Alice"])],
    second: [.style(4, 15, ["comment": "Bob"])],
    expected: #""The "{comment=Alice}"fox"{comment=Bob}" jumped."{comment=Bob}"#),
  .init(
    id: "S05", initial: [fox], first: [.style(0, 15, ["b": "t"]), .style(4, 15, ["b": "f"])],
    second: [.style(8, 15, ["b": "t"])], expected: #""The "{b=t}"fox "{b=f}"jumped."{b=t}"#,
    mirrored: #""The "{b=t}"fox "{b=f}"jumped."{b=f}"#),
  .init(
    id: "S08", initial: [fox, .style(4, 14, ["b": "1"])], first: [.edit(4, 4, "quick ")],
    second: [.edit(14, 14, " over the dog")],
    expected: #""The ""quick ""fox jumped"{b=1}" over the dog"".""#),
  .init(
    id: "S09", initial: [fox, .style(4, 14, ["link": "u"])], first: [.edit(4, 4, "quick ")],
    second: [.edit(14, 14, " over the dog")],
    expected: #""The ""quick ""fox jumped"{link=u}" over the dog"".""#),
  .init(
    id: "S10", initial: [.edit(0, 0, "Hello world")], first: [.style(0, 1, ["b": "1"])],
    second: [.style(0, 5, ["i": "1"])], expected: #""H"{b=1,i=1}"ello"{i=1}" world""#),
  .init(
    id: "S11", initial: [.edit(0, 0, "abcd")], first: [.edit(4, 4, "!"), .style(0, 4, ["c": "1"])],
    second: [.style(0, 4, ["c": "2"])], expected: #""abcd"{c=2}"!""#, mirrored: #""abcd"{c=1}"!""#),
  .init(
    id: "S12", initial: [.edit(0, 0, "abcd")], first: [.style(0, 4, ["b": "1"])],
    second: [.edit(1, 3, "")], expected: #""a"{b=1}"d"{b=1}"#),
  .init(
    id: "S13", initial: [.edit(0, 0, "abcd")], first: [.style(1, 3, ["b": "1"])],
    second: [.edit(3, 3, "Z")], expected: #""a""bc"{b=1}"Z""d""#),
  .init(
    id: "S14", initial: [.edit(0, 0, "abcdef")], first: [.style(2, 4, ["b": "1"])],
    second: [.edit(2, 4, "ZZ")], expected: #""ab""ZZ""ef""#),
]

@Suite(.timeLimit(.minutes(20))) struct StyledTextTests {
  private func perform(_ steps: [StyledRow.Step], on replica: inout Replica) throws {
    for step in steps {
      switch step {
      case .edit(let from, let to, let content): try replica.edit(from, to, content)
      case .style(let from, let to, let values): try replica.style(from, to, values)
      }
    }
  }

  private func converge(_ row: StyledRow, actors: [UInt64]) throws -> [String] {
    var meeting = Meeting(actors: actors)
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try perform(row.initial, on: &meeting.c1)
    try meeting.sync(1, 2)
    try perform(row.first, on: &meeting.c1)
    try perform(row.second, on: &meeting.c2)
    try meeting.sync(1, 2, 1)
    return meeting.pieces
  }

  @Test(arguments: styledRows)
  func `styles converge to the pieces of the table`(row: StyledRow) throws {
    #expect(try converge(row, actors: [1, 2]) == [row.expected, row.expected])
  }

  @Test(arguments: styledRows.filter { $0.mirrored != nil })
  func `equal times of styles are decided by the actor`(row: StyledRow) throws {
    let mirrored = row.mirrored ?? ""
    #expect(try converge(row, actors: [2, 1]) == [mirrored, mirrored])
  }

  @Test func `DOC-S06 a style that has seen the others wins`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try perform([fox, .style(0, 15, ["b": "t"]), .style(4, 15, ["b": "f"])], on: &meeting.c1)
    try meeting.sync(1, 2)
    try meeting.c2.style(8, 15, ["b": "t"])
    try meeting.sync(2, 1)

    let expected = #""The "{b=t}"fox "{b=f}"jumped."{b=t}"#
    #expect(meeting.pieces == [expected, expected])
  }

  @Test func `DOC-S15 the parts of a cut piece keep its attributes`() throws {
    var meeting = Meeting(actors: [1])
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try meeting.c1.edit(0, 0, "ABCD", ["b": "1"])
    try meeting.c1.edit(3, 3, "\n")

    #expect(meeting.pieces == ["\"ABC\"{b=1}\"\n\"\"D\"{b=1}"])
  }

  @Test func `an attribute that is removed leaves the others`() throws {
    var replica = Replica(key: "t", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "Hello", ["b": "1", "i": "1"])
      try root.jsonText("t")?.removeStyle(1, 5, ["b"])
    }

    let values = replica.readingRoot.jsonText("t")?.values ?? []
    #expect(values.map(\.content) == ["H", "ello"])
    #expect(values.map(\.attributes) == [["b": "1", "i": "1"], ["i": "1"]])
  }
}

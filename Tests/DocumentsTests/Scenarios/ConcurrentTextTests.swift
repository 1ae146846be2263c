import Testing

@testable import Documents

/// One edit: the stretch and what replaces it; in one change with those before if `joined`.
struct Edit: CustomTestStringConvertible, Sendable {
  let from: Int
  let to: Int
  let content: String
  var isJoined = false

  init(_ from: Int, _ to: Int, _ content: String = "", joined: Bool = false) {
    self.from = from
    self.to = to
    self.content = content
    isJoined = joined
  }

  var testDescription: String { "[\(from),\(to))=\(content)" }
}

struct ConcurrentRow: CustomTestStringConvertible, Sendable {
  let id: String
  /// Each is appended in a change of its own.
  let initial: [String]
  let first: [Edit]
  let second: [Edit]
  /// With the actor of c1 before that of c2.
  let expected: String
  /// With the actor of c1 after that of c2, where it differs.
  var mirrored: String?

  var testDescription: String { "DOC-" + id }
}

/// documents.md §3.1.
///
/// The page also cuts some texts into pieces, such as `"1""89"`. Ours are cut elsewhere, since what
/// one person inserted is joined again; the texts alone are compared.
let concurrentRows: [ConcurrentRow] = [
  .init(
    id: "T01", initial: [], first: [Edit(0, 0, "ABCD")], second: [Edit(0, 0, "1234")],
    expected: "1234ABCD"),
  .init(id: "T04", initial: ["AB"], first: [Edit(0, 2)], second: [Edit(1, 1, "C")], expected: "C"),
  .init(
    id: "T05", initial: ["123", "456", "789"], first: [Edit(1, 7)], second: [Edit(2, 5)],
    expected: "189"),
  .init(
    id: "T06", initial: ["0", "0", "0"], first: [Edit(1, 2, "1"), Edit(1, 2, "1"), Edit(1, 2)],
    second: [Edit(0, 3)], expected: ""),
  .init(
    id: "T07", initial: ["O", "O", "O"], first: [Edit(1, 2, "X"), Edit(1, 2, "X"), Edit(1, 2)],
    second: [Edit(0, 3, "N")], expected: "N"),
  .init(
    id: "T08", initial: ["The fox jumped."], first: [Edit(4, 4, "quick ")],
    second: [Edit(14, 14, " over the dog")], expected: "The quick fox jumped over the dog."),
  .init(
    id: "T09", initial: ["ab"], first: [Edit(1, 1, "X")], second: [Edit(1, 1, "Y")],
    expected: "aYXb"),
  .init(
    id: "T10", initial: ["ab"], first: [Edit(2, 2, "!"), Edit(1, 1, "X")],
    second: [Edit(1, 1, "Y")], expected: "aYXb!", mirrored: "aXYb!"),
  .init(
    id: "T11", initial: ["abcd"], first: [Edit(1, 3, "X")], second: [Edit(1, 3, "Y")],
    expected: "aYXd"),
  .init(
    id: "T12", initial: ["abcd"], first: [Edit(4, 4, "!"), Edit(1, 3, "X")],
    second: [Edit(1, 3, "Y")], expected: "aYXd!", mirrored: "aXYd!"),
  .init(
    id: "T13", initial: ["abc"], first: [Edit(0, 3, "X")], second: [Edit(0, 3, "YY")],
    expected: "YYX"),
  .init(
    id: "T14", initial: ["abcd"], first: [Edit(1, 3)], second: [Edit(2, 2, "Z")], expected: "aZd"),
  .init(id: "T15", initial: ["abc"], first: [Edit(0, 3)], second: [Edit(3, 3, "d")], expected: "d"),
  .init(id: "T16", initial: ["abc"], first: [Edit(0, 3)], second: [Edit(0, 0, "z")], expected: "z"),
  .init(
    id: "T17", initial: ["hello world"], first: [Edit(5, 5, ",")], second: [Edit(0, 6)],
    expected: ",world"),
  .init(
    id: "T18", initial: ["abcdef"], first: [Edit(1, 5)], second: [Edit(3, 3, "Q"), Edit(3, 4)],
    expected: "af"),
  .init(
    id: "T19", initial: [], first: [Edit(0, 0, "1"), Edit(1, 1, "2"), Edit(2, 2, "3")],
    second: [Edit(0, 0, "x"), Edit(1, 1, "y"), Edit(2, 2, "z")], expected: "xyz123"),
  // Ours differs from upstream, which mixes the two (documents.md §0.4). The second one's time is
  // later, whichever actor is.
  .init(
    id: "T20", initial: [], first: [Edit(0, 0, "3"), Edit(0, 0, "2"), Edit(0, 0, "1")],
    second: [Edit(0, 0, "z"), Edit(0, 0, "y"), Edit(0, 0, "x")], expected: "xyz123",
    mirrored: "xyz123"),
  .init(
    id: "T21", initial: ["ab"], first: [Edit(1, 1, "1"), Edit(2, 2, "2", joined: true)],
    second: [Edit(1, 1, "x"), Edit(2, 2, "y", joined: true)], expected: "axy12b"),
  .init(
    id: "T22", initial: ["0123456789"], first: [Edit(4, 6)], second: [Edit(2, 8)], expected: "0189"),
]

extension Replica {
  mutating func perform(_ edits: [Edit]) throws {
    var edits = edits[...]
    while let first = edits.first {
      let joined = edits.dropFirst().prefix { $0.isJoined }
      try update { root, _ in
        for edit in [first] + joined {
          try root.jsonText("t")?.edit(edit.from, edit.to, edit.content)
        }
      }
      edits = edits.dropFirst(1 + joined.count)
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct ConcurrentTextTests {
  private func converge(_ row: ConcurrentRow, actors: [UInt64]) throws -> [String] {
    var meeting = Meeting(actors: actors)
    try meeting.c1.update { root, _ in root.t = JSONText() }
    for part in row.initial {
      try meeting.c1.update { root, _ in
        let text = root.jsonText("t")
        try text?.edit(text?.count ?? 0, text?.count ?? 0, part)
      }
    }
    try meeting.sync(1, 2)
    try meeting.c1.perform(row.first)
    try meeting.c2.perform(row.second)
    try meeting.sync(1, 2, 1)
    for replica in meeting.replicas {
      var text = replica.root.texts[0]
      #expect(text.count == replica.text.unicodeScalars.count)
      // Every offset leads to a place and back.
      for offset in 0...text.count {
        let position = text.position(at: offset)
        #expect(text.index(of: position, prefersLeft: true) == offset)
      }
    }
    return meeting.texts
  }

  @Test(arguments: concurrentRows)
  func `concurrent edits converge to the text of the table`(row: ConcurrentRow) throws {
    #expect(try converge(row, actors: [1, 2]) == [row.expected, row.expected])
  }

  @Test(arguments: concurrentRows.filter { $0.mirrored != nil })
  func `equal times are decided by the actor`(row: ConcurrentRow) throws {
    let mirrored = row.mirrored ?? ""
    #expect(try converge(row, actors: [2, 1]) == [mirrored, mirrored])
  }

  @Test(arguments: [
    ([1, 2] as [UInt64], "12YYXX4ABCD", "12TTYZZX4ABCD"), ([2, 1], "12XXYY4ABCD", "12TTXZZY4ABCD"),
  ])
  func `DOC-T02 and DOC-T03 three rounds at one place`(
    actors: [UInt64], second: String, third: String
  ) throws {
    var meeting = Meeting(actors: actors)
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try meeting.sync(1, 2)
    try meeting.c1.edit(0, 0, "ABCD")
    try meeting.c2.edit(0, 0, "1234")
    try meeting.sync(1, 2, 1)
    #expect(meeting.texts == ["1234ABCD", "1234ABCD"])

    try meeting.c1.edit(2, 3, "XX")
    try meeting.c2.edit(2, 3, "YY")
    try meeting.sync(1, 2, 1)
    #expect(meeting.texts == [second, second])

    try meeting.c1.edit(4, 5, "ZZ")
    try meeting.c2.edit(2, 3, "TT")
    try meeting.sync(1, 2, 1)
    #expect(meeting.texts == [third, third])
  }

  @Test func `DOC-T23 a text that is assigned again replaces the former`() throws {
    var meeting = Meeting()
    for content in ["ABCD", "1234"] {
      try meeting.c1.update { root, _ in
        root.t = JSONText()
        try root.jsonText("t")?.edit(0, 0, content)
      }
    }
    try meeting.sync(1, 2)

    #expect(meeting.texts == ["1234", "1234"])
  }
}

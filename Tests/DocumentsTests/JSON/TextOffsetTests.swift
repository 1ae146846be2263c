import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(20))) struct TextOffsetTests {
  /// Scalars a, thumb, skin tone, b, e, combining acute: 8 UTF-16 units, 4 characters.
  private func text() throws -> JSONText {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "a\u{1F44D}\u{1F3FD}be\u{301}")
    }
    return try #require(replica.readingRoot.jsonText("t"))
  }

  @Test func `offsets become UTF-16 offsets and come back`() throws {
    let text = try text()

    let units = try (0...6).map { try text.utf16Offset(of: $0) }
    #expect(units == [0, 1, 3, 5, 6, 7, 8])
    #expect(try units.map { try text.offset(ofUTF16: $0) } == Array(0...6))
  }

  @Test(arguments: [-1, 2, 4, 9])
  func `a UTF-16 offset inside a pair or outside of the text is refused`(offset: Int) throws {
    let text = try text()

    #expect(throws: DocumentsError.self) { try text.offset(ofUTF16: offset) }
  }

  @Test func `offsets become counts of whole characters`() throws {
    let text = try text()

    #expect(try (0...6).map { try text.characterOffset(of: $0) } == [0, 1, 1, 2, 3, 3, 4])
    #expect(try (0...4).map { try text.offset(ofCharacter: $0) } == [0, 1, 3, 4, 6])
    #expect(throws: DocumentsError.self) { try text.offset(ofCharacter: 5) }
    #expect(throws: DocumentsError.self) { try text.offset(ofCharacter: -1) }
    #expect(throws: DocumentsError.self) { try text.characterOffset(of: 7) }
  }
}

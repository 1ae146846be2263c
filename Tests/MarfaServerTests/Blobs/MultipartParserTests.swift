import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct MultipartParserTests {
  private static let contentType = "multipart/form-data; boundary=XX"
  private static let form =
    "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n2\r\n--X\r\n"
    + "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n"
    + "Content-Type: image/png\r\n\r\n\r\n--XX--\r\nepilogue"
  private static let parts = [
    Part(["content-disposition": "form-data; name=\"a\""], "1\r\n2\r\n--X"),
    Part(
      [
        "content-disposition": "form-data; name=\"file\"; filename=\"f\"",
        "content-type": "image/png",
      ], ""),
  ]

  struct Part: Equatable {
    var headers: [String: String]
    var content: [UInt8]

    init(_ headers: [String: String], _ content: String) {
      self.headers = headers
      self.content = Array(content.utf8)
    }
  }

  /// The parts of a body that arrives in pieces of a size.
  private static func parse(_ text: String, piece: Int) throws -> (parts: [Part], isFinished: Bool)
  {
    var parser = try #require(MultipartParser(contentType: contentType))
    var parts: [Part] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      for event in try parser.consume(bytes[start..<min(start + piece, bytes.count)]) {
        switch event {
        case .part(let headers): parts.append(Part(headers, ""))
        case .content(let bytes): parts[parts.count - 1].content += bytes
        case .partEnd, .end: break
        }
      }
    }
    return (parts, parser.isFinished)
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `a form is the same in pieces of any size`(piece: Int) throws {
    let (parts, isFinished) = try Self.parse(Self.form, piece: piece)

    #expect(parts == Self.parts)
    #expect(isFinished)
  }

  @Test func `a preamble and blanks after a delimiter are passed over`() throws {
    let (parts, isFinished) = try Self.parse(
      "before\r\n--XX \t\r\nA: b\r\n\r\nc\r\n--XX--", piece: 4)

    #expect(parts == [Part(["a": "b"], "c")])
    #expect(isFinished)
  }

  @Test func `a form without its last delimiter is not finished`() throws {
    let whole = "--XX\r\nA: b\r\n\r\nsome content"

    let (parts, isFinished) = try Self.parse(whole, piece: 5)

    #expect(parts.count == 1)
    #expect(!isFinished)
  }

  @Test(arguments: [
    "--XXX\r\nA: b\r\n\r\n", "--XX\r\nno colon\r\n\r\n",
    "--XX\r\nA: \(String(repeating: "x", count: 20_000))\r\n\r\n",
  ])
  func `a malformed form is refused`(text: String) {
    #expect(throws: MultipartParser.Malformed.self) { try Self.parse(text, piece: 100) }
  }

  @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=", "text/plain"])
  func `a content type without a boundary has no parser`(contentType: String) {
    #expect(MultipartParser(contentType: contentType) == nil)
  }
}

@Suite(.timeLimit(.minutes(20))) struct MediaTypeTests {
  @Test func `parameters lose their quotes and escapes`() {
    let type = MediaType("Form-Data; name=\"a;b\"; filename=\"c\\\"d\" ; x=y")

    #expect(type?.name == "form-data")
    #expect(type?.parameters == ["name": "a;b", "filename": "c\"d", "x": "y"])
  }

  @Test(arguments: [
    ("text/plain", true), ("text/plain; charset=utf-8", true), ("image/svg+xml", true),
    ("", false), ("text", false), ("text/", false), ("/plain", false), ("a/b/c", false),
    ("text/pl ain", false), ("text/plain\r\nX: y", false), ("tëxt/plain", false),
  ])
  func `only a well-formed type is kept`(text: String, isKept: Bool) {
    #expect(MediaType.isWellFormed(text) == isKept)
  }
}

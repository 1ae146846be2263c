import MarfaSDK
import Testing

/// Links are searched for as the reader and the editor know them.
@Suite(.timeLimit(.minutes(20))) struct LinkSearchTests {
  @Test(arguments: [
    ("see https://a.example", true), ("<https://a.example>", true), ("<a@b.example>", true),
    ("[a](mailto:a@b.example)", true), ("[a](b.md)", true), ("> - http://a.example", true),
    ("[[Elsewhere]]", true),
    ("```\nhttps://a.example\n```", false), ("`https://a.example`", false),
    ("    https://a.example", false), ("![a](https://a.example/x.png)", false),
    ("a :// b", false), ("<b>a</b>", false), ("none", false),
  ])
  func `a note is found by its links`(body: String, hasLink: Bool) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Heron", body)

    #expect(try await fixture.titles(searching: "has:link") == (hasLink ? ["Heron"] : []))
  }
}

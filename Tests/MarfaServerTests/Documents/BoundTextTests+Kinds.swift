import Documents
import MarfaModel
import MarfaServer
import Testing

/// A bound property of any kind is sent something else than a text.
extension BoundTextTests {
  /// A note whose property `memo`, of which its type says nothing, has a document.
  private func boundMemo(
    _ text: String
  ) async throws -> (bench: DocumentBench, item: String, client: BenchClient) {
    let bench = try DocumentBench()
    let item = try await bench.fixture.note("title")
    try await patchMemo(bench, item, .string(text))
    var client = try await bench.client()
    try await bench.attach(&client, to: item, field: "memo")
    return (bench, item, client)
  }

  private func patchMemo(
    _ bench: DocumentBench, _ id: String, _ value: JSONValue, version: Int? = nil
  ) async throws {
    try await bench.fixture.write(
      .patchItem(id: id, PatchItemBody(properties: ["memo": value], version: version)))
  }

  private func memo(_ bench: DocumentBench, _ id: String) async throws -> JSONValue? {
    try await item(bench, id)["properties"]?["memo"]
  }

  private func append(_ text: String, to client: inout BenchClient) throws {
    try client.replica.update { root, _ in
      let memo = root.jsonText("memo")
      try memo?.edit(memo?.count ?? 0, memo?.count ?? 0, text)
    }
  }

  @Test(arguments: [5, ["a"], ["a": "b"], true] as [JSONValue], [nil, 1])
  func `a bound property stays a text, whatever its type allows`(
    value: JSONValue, version: Int?
  ) async throws {
    let (bench, item, _) = try await boundMemo("one")
    let before = try await bench.json()

    let error = await #expect(throws: ValidationError.self) {
      try await patchMemo(bench, item, value, version: version)
    }

    #expect(error?.details?["field"] == "memo")
    #expect(try await bench.json() == before)
    #expect(try await memo(bench, item) == "one")
  }

  @Test(arguments: [(nil, " three"), (2, " two three")] as [(Int?, String)])
  func `a bound property that is removed keeps what its remover had not seen`(
    version: Int?, left: String
  ) async throws {
    let (bench, item, first) = try await boundMemo("one")
    var c1 = first
    try append(" two", to: &c1)
    try await bench.sync(&c1)
    _ = try await flush(bench, after: 2_000)
    try append(" three", to: &c1)
    try await bench.sync(&c1)

    try await patchMemo(bench, item, .null, version: version)

    #expect(try await memo(bench, item) == .string(left))
    try await bench.sync(&c1)
    #expect(c1.replica.readingRoot.jsonText("memo")?.string == left)

    try await patchMemo(bench, item, .null)
    #expect(try await memo(bench, item) == nil)
    #expect(try await bench.json() == #"{"memo":[]}"#)
  }
}

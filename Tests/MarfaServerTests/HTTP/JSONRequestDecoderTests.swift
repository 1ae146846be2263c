import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct JSONRequestDecoderTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    do {
      return try JSONRequestDecoder.decode(type, from: try JSONParser.parse(text.utf8))
    } catch let error as DecodingError {
      throw ValidationError(error)
    }
  }

  @Test func `very many fields are counted and not read`() throws {
    let fields = Dictionary(
      uniqueKeysWithValues: (0..<5_001).map { ("f\($0)", JSONValue.string("no field")) })
    let body: JSONValue = ["id": "user.wide", "version": 1, "fields": .object(fields)]
    let input = MutationRoute.Input(segments: ["id": "user.wide"], query: [:], body: body)

    for method in ["POST", "PUT"] {
      let segments = method == "PUT" ? ["types", "user.wide"] : ["types"]
      let route = try #require(MutationRoute.find(method, segments)?.route)
      let error = #expect(throws: ValidationError.self) { try route.mutation(input) }
      #expect(error?.details?["limit"] == 200)
    }
  }

  @Test func `a body is read with its free parts as they are`() throws {
    let input = try decode(
      CreateItemInput.self,
      #"{"type": "core.note", "properties": {"a": [1, {"b": null}]}, "tags": ["x"]}"#)

    #expect(input.properties == ["a": [1, ["b": nil]]])
    #expect(input.tags == ["x"])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var code: String
    var field: String?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(text: "{}", code: "missing_required_field", field: "type"),
    Case(text: #"{"type": null}"#, code: "validation_error", field: "type"),
    Case(text: #"{"type": 5}"#, code: "validation_error", field: "type"),
    Case(text: #"{"type": "a.b", "tags": ["x", 1]}"#, code: "validation_error", field: "tags[1]"),
    Case(text: #"{"type": "a.b", "state": "gone"}"#, code: "validation_error", field: "state"),
    Case(text: #"{"type": "a.b", "titel": 1}"#, code: "validation_error", field: "titel"),
    Case(
      text: #"{"type": "a.b", "properties": []}"#, code: "validation_error", field: "properties"),
    Case(
      text: #"{"type": "a.b", "capture_latitude": "x"}"#, code: "validation_error",
      field: "capture_latitude"),
    Case(
      text: #"{"type": "a.b", "attachments": [{"blob_ref": "x"}]}"#,
      code: "missing_required_field", field: "attachments[0].mime_type"),
    Case(
      text: #"{"type": "a.b", "attachments": [{"blob_ref": "x", "mime_type": "a/b", "z": 1}]}"#,
      code: "validation_error", field: "attachments[0].z"),
    Case(text: "[]", code: "validation_error", field: nil),
    Case(text: "5", code: "validation_error", field: nil),
    Case(text: #"{"type": "a\u0000b"}"#, code: "validation_error", field: "type"),
  ])
  func `a mistake in a body is named with its place`(given: Case) {
    let error = #expect(throws: ValidationError.self) {
      try decode(CreateItemInput.self, given.text)
    }

    #expect(error?.code == given.code)
    #expect(error?.details?["field"]?.stringValue == given.field)
  }

  @Test func `a word that is not allowed is reported without terms of the language`() {
    let error = #expect(throws: ValidationError.self) {
      try decode(CreateItemInput.self, #"{"type": "a.b", "state": "gone"}"#)
    }

    #expect(error?.message == "state: not one of the words that are allowed here")
  }

  @Test func `a whole number may be written with a point`() throws {
    #expect(try decode(PatchItemBody.self, #"{"version": 2.0}"#).version == 2)
    #expect(throws: ValidationError.self) {
      try decode(PatchItemBody.self, #"{"version": 2.5}"#)
    }
    #expect(throws: ValidationError.self) {
      try decode(PatchItemBody.self, #"{"version": 1e300}"#)
    }
  }

  @Test func `a dictionary takes every member`() throws {
    let body = try decode(
      CreateKeyBody.self,
      #"{"label": "a", "source": "b", "type_permissions": {"core.*": "read"}}"#)

    #expect(body.typePermissions == ["core.*": .read])
  }

  @Test func `entries of a bulk are read with their index`() {
    let error = #expect(throws: ValidationError.self) {
      try decode(
        BulkBody<CreateItemInput>.self,
        #"{"items": [{"type": "core.note"}, {"type": "core.note", "x": 1}]}"#)
    }

    #expect(error?.details?["field"] == "items[1].x")
  }
}

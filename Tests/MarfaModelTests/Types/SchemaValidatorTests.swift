import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct SchemaValidatorTests {
  private static let type = ItemType(
    id: "user.sample",
    fields: [
      "text": FieldDefinition(.string), "count": FieldDefinition(.integer),
      "ratio": FieldDefinition(.number), "on": FieldDefinition(.boolean),
      "list": FieldDefinition(.array, itemsType: .string), "object": FieldDefinition(.object),
      "url": FieldDefinition(.string, format: "url"),
      "time": FieldDefinition(.string, format: "datetime"),
      "tongue": FieldDefinition(.string, format: "bcp47"),
      "bytes": FieldDefinition(.string, format: "blob"),
      "level": FieldDefinition(.string, enumValues: ["low", "high"]),
    ], required: ["text"])

  private func violations(
    _ properties: [String: JSONValue], _ unknown: SchemaValidator.UnknownProperties = .kept
  ) -> [SchemaViolation] {
    let registry = TypeRegistry([Self.type])
    guard let resolved = registry["user.sample"] else { return [] }
    return SchemaValidator(resolved, unknown: unknown).violations(in: properties)
  }

  @Test(
    arguments: [
      ["count": 3], ["count": 3.0], ["ratio": 3], ["ratio": 0.5], ["on": true], ["list": ["a"]],
      ["object": ["a": 1]], ["url": "https://example.org/a?b"], ["url": "mailto:a@example.org"],
      ["time": "2026-11-21"], ["time": "2026-11-21T01:00:00+01:00"], ["tongue": "de-CH-1996"],
      ["level": "low"], ["count": nil], ["free": ["a": [1]]],
      ["bytes": .string("sha256:" + String(repeating: "0f", count: 32))],
    ] as [[String: JSONValue]])
  func `values of the right kind pass`(properties: [String: JSONValue]) {
    #expect(violations(properties.merging(["text": ""]) { own, _ in own }).isEmpty)
  }

  @Test(
    arguments: [
      (["count": 3.5], "count", .wrongType), (["count": "3"], "count", .wrongType),
      (["ratio": true], "ratio", .wrongType), (["on": 1], "on", .wrongType),
      (["list": ["a", 1]], "list[1]", .wrongType), (["object": []], "object", .wrongType),
      (["url": "example.org"], "url", .invalidFormat),
      (["url": "https://"], "url", .invalidFormat), (["url": "http:x"], "url", .invalidFormat),
      (["url": "https://a b"], "url", .invalidFormat),
      (["time": "yesterday"], "time", .invalidFormat),
      (["tongue": "d"], "tongue", .invalidFormat),
      (["tongue": "de_CH"], "tongue", .invalidFormat),
      (["level": "medium"], "level", .notAllowed),
      (["bytes": "photo.png"], "bytes", .invalidFormat),
      (["bytes": "sha256:0f"], "bytes", .invalidFormat),
      (["bytes": .string("sha256:" + String(repeating: "0F", count: 32))], "bytes", .invalidFormat),
    ] as [([String: JSONValue], String, SchemaViolation.Code)])
  func `values of the wrong kind are named`(
    properties: [String: JSONValue], field: String, code: SchemaViolation.Code
  ) {
    let found = violations(properties.merging(["text": ""]) { own, _ in own })

    #expect(found.map(\.field) == [field])
    #expect(found.map(\.code) == [code])
  }

  @Test func `a required property that is null or absent is missing`() {
    let expected = [SchemaViolation(field: "text", code: .missingRequiredField)]

    #expect(violations([:]) == expected)
    #expect(violations(["text": .null]) == expected)
  }

  @Test func `strict mode refuses unknown properties`() {
    #expect(violations(["text": "", "more": 1], .refused).map(\.code) == [.unknownProperty])
    #expect(violations(["text": "", "more": 1], .kept).isEmpty)
  }

  @Test func `the error lists every field`() throws {
    let error = #expect(throws: ValidationError.self) {
      try CoreTypes.registry.validate(["title": 1], of: "core.note")
    }

    #expect(error?.code == ErrorCode.invalidProperties)
    let fields = error?.details?["fields"]?.arrayValue
    #expect(
      fields == [
        ["field": "body", "code": "missing_required_field"],
        ["field": "title", "code": "wrong_type", "expected": "string"],
      ])
  }

  @Test(
    arguments: [
      (CreateItemInput(type: "core.none"), ErrorCode.invalidType),
      (CreateItemInput(id: "x", type: "core.note", properties: ["body": ""]), ErrorCode.invalidId),
      (
        CreateItemInput(type: "core.note", properties: ["body": ""], state: .revoked),
        ErrorCode.validationError
      ),
      (
        CreateItemInput(type: "core.note", properties: ["body": ""], timestamp: "now"),
        ErrorCode.validationError
      ),
      (
        CreateItemInput(type: "core.note", properties: ["body": ""], tags: ["#!"]),
        ErrorCode.validationError
      ),
      (
        CreateItemInput(
          type: "core.note", properties: ["body": ""],
          attachments: [Attachment(blobRef: "sha256:1", mimeType: "a/b")]),
        ErrorCode.validationError
      ),
    ])
  func `an input is checked as a whole`(input: CreateItemInput, code: String) {
    #expect(code == TypeRegistryTests.code { try CoreTypes.registry.validate(input) })
  }
}

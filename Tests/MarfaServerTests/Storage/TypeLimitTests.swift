import MarfaModel
import MarfaServer
import Testing

/// How much may be registered: every request looks at it.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct TypeLimitTests {
  private static func type(
    _ id: String, fields: Int, version: Int = 1, description: String? = nil
  ) -> ItemType {
    ItemType(
      id: id, description: description,
      fields: Dictionary(
        uniqueKeysWithValues: (0..<fields).map { ("f\($0)", FieldDefinition(.string)) }),
      version: version)
  }

  private func refused(
    _ fixture: StoreFixture, _ mutation: StoreMutation, _ limits: RecordLimits = RecordLimits()
  ) async throws -> [JSONValue?] {
    var context = fixture.context()
    context.limits = limits
    let limited = context
    let error = await #expect(throws: ValidationError.self) {
      try await fixture.store.write(mutation, limited)
    }
    return [error?.details?["field"], error?.details?["limit"]]
  }

  @Test func `a type has a limit of fields and of bytes`() async throws {
    let fixture = try StoreFixture()
    let long = Self.type(
      "user.long", fields: 1, description: String(repeating: "x", count: 64 << 10))

    #expect(
      try await refused(fixture, .registerType(Self.type("user.wide", fields: 201))) == [
        "fields", 200,
      ])
    #expect(try await refused(fixture, .registerType(long)) == ["fields", 65_536])
    try await fixture.write(.registerType(Self.type("user.wide", fields: 200)))
    #expect(
      try await refused(fixture, .updateType(Self.type("user.wide", fields: 201, version: 2)))
        == ["fields", 200])
  }

  @Test func `types have a limit of number and of fields together`() async throws {
    let fixture = try StoreFixture()
    var limits = RecordLimits()
    limits.types = 2
    limits.allTypeFields = 5
    try await fixture.write(.registerType(Self.type("user.a", fields: 2)))

    #expect(
      try await refused(fixture, .registerType(Self.type("user.b", fields: 4)), limits) == [
        "fields", 5,
      ])
    try await fixture.write(.registerType(Self.type("user.b", fields: 3)))
    #expect(
      try await refused(fixture, .registerType(Self.type("user.c", fields: 0)), limits) == [
        "id", 2,
      ])
    #expect(
      try await refused(
        fixture, .updateType(Self.type("user.b", fields: 4, version: 2)), limits) == ["fields", 5])
  }

  @Test func `a type that is larger already may become smaller`() async throws {
    let fixture = try StoreFixture()
    var context = fixture.context()
    context.limits.typeFields = .max
    _ = try await fixture.store.write(
      .registerType(Self.type("user.wide", fields: 300)), context)

    #expect(
      try await fixture.refusal(.updateType(Self.type("user.wide", fields: 250, version: 2)))
        == nil)
    #expect(
      try await refused(fixture, .updateType(Self.type("user.wide", fields: 251, version: 3)))
        == ["fields", 200])
  }

  @Test func `edge types have a limit of number`() async throws {
    let fixture = try StoreFixture()
    var limits = RecordLimits()
    limits.types = 1
    try await fixture.write(.registerEdgeType(EdgeType(id: "user.a")))

    #expect(
      try await refused(fixture, .registerEdgeType(EdgeType(id: "user.b")), limits) == ["id", 1])
  }
}

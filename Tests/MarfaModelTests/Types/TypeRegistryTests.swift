import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct TypeRegistryTests {
  private let registry = CoreTypes.registry

  @Test func `every core type is resolved`() {
    for type in CoreTypes.all { #expect(registry[type.id] != nil, "\(type.id)") }
    #expect(registry.types.count == CoreTypes.all.count + CoreTypes.system.count)
  }

  @Test func `a listing of a type includes what inherits from it`() {
    let expected = ["core.file", "core.file.audio", "core.file.image", "core.file.video"]

    #expect(registry.withSubtypes(of: "core.file") == expected)
    #expect(registry.withSubtypes(of: "app.none.such") == ["app.none.such"])
    #expect(registry.isType("core.file.image", kindOf: "core.file"))
    #expect(!registry.isType("core.file", kindOf: "core.file.image"))
  }

  @Test(arguments: [
    ("core.note", "body", MergeStrategy.keepBothCopies),
    ("core.note", "notes", .keepBothCopies), ("core.note", "title", .lastWriterWins),
    ("core.highlight", "note", .keepBothCopies), ("core.media.book", "body", .keepBothCopies),
    ("core.file.audio", "transcript", .keepBothCopies),
    ("core.file.audio", "notes", .keepBothCopies), ("core.bookmark", "url", .lastWriterWins),
  ])
  func `merge policies are inherited`(type: String, field: String, strategy: MergeStrategy) {
    #expect(registry[type]?.mergePolicy.strategy(of: field) == strategy)
  }

  @Test func `a subtype inherits fields, requirements and hints`() throws {
    let image = try #require(registry["core.file.image"])

    #expect(image.fields["filename"] != nil && image.fields["width"] != nil)
    #expect(image.required == ["blob_ref"])
    #expect(image.titleField == "filename")
    #expect(image.ancestors == ["core.file"])
  }

  @Test(arguments: [
    ("Upper.case", ErrorCode.invalidSchema), ("single", ErrorCode.invalidSchema),
    ("core.mine", ErrorCode.reservedNamespace), ("marfa.mine", ErrorCode.reservedNamespace),
    ("app.two", ErrorCode.reservedNamespace), ("user.a.b", ErrorCode.reservedNamespace),
    ("acme.a.b", ErrorCode.reservedNamespace),
  ])
  func `names outside of the namespaces are refused`(name: String, code: String) {
    #expect(code == Self.code { try registry.validateRegistration(of: ItemType(id: name)) })
  }

  @Test(arguments: ["app.shop.product", "user.recipe", "acme.widget"])
  func `names of the three kinds are accepted`(name: String) throws {
    try registry.validateRegistration(of: ItemType(id: name))
  }

  @Test func `a forbidden registration has its own code`() {
    let field = FieldDefinition(.string)
    let cases: [(ItemType, String)] = [
      (
        ItemType(id: "user.a", fields: ["device": field]), ErrorCode.propertyShadowsField
      ),
      (
        ItemType(id: "user.a", parent: "core.note", fields: ["body": field]),
        ErrorCode.inheritanceViolation
      ),
      (ItemType(id: "user.a", parent: "user.none"), ErrorCode.inheritanceViolation),
      (ItemType(id: "user.a", required: ["missing"]), ErrorCode.invalidSchema),
      (ItemType(id: "user.a", parent: "system.app"), ErrorCode.inheritanceViolation),
      (ItemType(id: "user.a", version: 0), ErrorCode.invalidSchema),
      (ItemType(id: "user.a", version: .max), ErrorCode.invalidSchema),
      (
        ItemType(id: "user.a", versionPolicy: VersionPolicy(recentDays: .min)),
        ErrorCode.invalidSchema
      ),
      (
        ItemType(id: "user.a", versionPolicy: VersionPolicy(weeklySnapshotDays: .max)),
        ErrorCode.invalidSchema
      ),
      (
        ItemType(id: "user.a", versionPolicy: VersionPolicy(maxVersions: 0)),
        ErrorCode.invalidSchema
      ),
    ]

    for (type, code) in cases {
      #expect(Self.code { try registry.validateRegistration(of: type) } == code)
    }
  }

  @Test func `an update raises the version by one and reaches the descendants`() throws {
    var registry = registry
    registry.insert(ItemType(id: "user.a", fields: ["one": FieldDefinition(.string)]))
    registry.insert(
      ItemType(id: "user.b", parent: "user.a", fields: ["own": FieldDefinition(.string)]))
    let second = ItemType(id: "user.a", fields: ["two": FieldDefinition(.string)], version: 2)

    #expect(
      Self.code { try registry.validateUpdate(of: ItemType(id: "user.a", version: 3)) }
        == ErrorCode.versionBumpMismatch)
    #expect(
      Self.code { try registry.validateUpdate(of: ItemType(id: "user.none", version: 2)) }
        == ErrorCode.typeNotFound)
    #expect(
      Self.code {
        let clash = ItemType(id: "user.a", fields: ["own": FieldDefinition(.string)], version: 2)
        try registry.validateUpdate(of: clash)
      } == ErrorCode.inheritanceViolation)
    try registry.validateUpdate(of: second)
    registry.insert(second)
    #expect(registry["user.b"]?.fields["two"] != nil)
    #expect(registry["user.b"]?.fields["one"] == nil)
    #expect(
      Self.code { try registry.validateRegistration(of: second) } == ErrorCode.typeAlreadyExists)
  }

  static func code(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? any MarfaError)?.code
    }
  }
}

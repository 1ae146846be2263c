import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct KeyBuilderTests {
  private struct Nested {}
  private struct Named: StorageKitEntity {
    static let storageName = "profile"
    var id: String
  }

  private let keys = KeyBuilder(namespace: "app")

  @Test func `SK-G09 parameters that only look alike have different keys`() {
    let joined = keys.queryKey("q", params: ["a": "1&b=2"])
    let separate = keys.queryKey("q", params: ["a": "1", "b": "2"])

    #expect(joined != separate)
    #expect(joined == "app.query:q?a=1%26b%3D2")
    #expect(separate == "app.query:q?a=1&b=2")
  }

  @Test func `a type is named with its module and enclosing types`() {
    let key = keys.entityKey(UserProfileModel.self, id: "u1")

    #expect(key == "app.StorageKitTests.UserProfileModel:u1")
    #expect(keys.entityKey(Nested.self, id: "u1") != keys.entityKey(Named.self, id: "u1"))
  }

  @Test func `an explicit name replaces the type's`() {
    #expect(keys.entityKey(Named.self, id: "a:b") == "app.profile:a%3Ab")
  }

  @Test(
    arguments: [
      ("a.b", "c", "a%2Eb.query:c"), ("a", "b.c", "a.query:b.c"),
      ("a:b", "c?d", "a%3Ab.query:c%3Fd"),
    ])
  func `a separator inside a part is escaped where it could be taken for one`(
    namespace: String, name: String, key: String
  ) {
    #expect(KeyBuilder(namespace: namespace).queryKey(name) == key)
  }

  private struct Dotted: StorageKitEntity {
    static let storageName = "b.c"
    var id: String
  }

  private struct Plain: StorageKitEntity {
    static let storageName = "c"
    var id: String
  }

  private struct Query: StorageKitEntity {
    static let storageName = "query"
    var id: String
  }

  private struct EscapedQuery: StorageKitEntity {
    static let storageName = "%71uery"
    var id: String
  }

  @Test func `SK-G22 parts that join to one text have different keys`() {
    let (first, second) = (KeyBuilder(namespace: "a"), KeyBuilder(namespace: "a.b"))
    let entities = [
      first.entityKey(Dotted.self, id: "1"), second.entityKey(Plain.self, id: "1"),
      first.entityKey(Query.self, id: "1"), first.entityKey(EscapedQuery.self, id: "1"),
      first.queryKey("1"), second.queryKey("1"), KeyBuilder(namespace: "a%2Eb").queryKey("1"),
    ]

    #expect(Set(entities).count == entities.count)
  }

  @Test func `SK-G22 the cache of one repository does not answer for another`() async throws {
    let ctx = try StorageKit.startInMemory { $0.addKVCache() }
    let cache = ctx.makeDiskCache(String.self)
    let entity = KeyBuilder(namespace: "a").entityKey(Dotted.self, id: "1")
    let other = KeyBuilder(namespace: "a.b").entityKey(Plain.self, id: "1")

    try await cache.set("of the first", for: entity)

    #expect(try await cache.get(other) == nil)
    #expect(try await cache.get(entity) == "of the first")
  }

  @Test func `names outside ASCII are escaped by their bytes`() {
    #expect(keys.queryKey("é\u{1}") == "app.query:%C3%A9%01")
  }
}

import StorageKit
import Testing

@Suite struct KeyBuilderTests {
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

  @Test(arguments: [("a.b", "c"), ("a", "b.c")])
  func `a separator inside a part is escaped`(namespace: String, name: String) {
    let key = KeyBuilder(namespace: namespace).queryKey(name)

    #expect(key == "\(namespace).query:\(name)")
  }

  @Test func `names outside ASCII are escaped by their bytes`() {
    #expect(keys.queryKey("é\u{1}") == "app.query:%C3%A9%01")
  }
}

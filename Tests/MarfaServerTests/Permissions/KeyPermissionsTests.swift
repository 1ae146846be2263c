import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct KeyPermissionsTests {
  /// core.bookmark, with `app.reader.page` and `core.bookmark.video` below it.
  private static let types = TypeRegistry([
    ItemType(id: "core.note"), ItemType(id: "core.bookmark"),
    ItemType(id: "core.bookmark.video", parent: "core.bookmark"),
    ItemType(id: "app.reader.page", parent: "core.bookmark"),
    ItemType(id: "app.reader.scan", parent: "app.reader.page"),
    ItemType(id: "core.media"), ItemType(id: "core.media.film", parent: "core.media"),
  ])

  struct TypeCase: Sendable, CustomTestStringConvertible {
    var map: [String: PermissionLevel]
    var type: String
    var read: Bool
    var write: Bool
    var testDescription: String { "\(map) on \(type)" }
  }

  @Test(arguments: [
    TypeCase(map: [:], type: "core.note", read: false, write: false),
    TypeCase(map: ["*": .read], type: "core.note", read: true, write: false),
    TypeCase(map: ["*": .write], type: "core.note", read: true, write: true),
    TypeCase(map: ["core.*": .write], type: "core.note", read: true, write: true),
    TypeCase(map: ["core.*": .write], type: "app.reader.page", read: true, write: false),
    TypeCase(
      map: ["core.note": .read, "core.*": .write], type: "core.note", read: true, write: false),
    TypeCase(map: ["core.note": .none, "*": .write], type: "core.note", read: false, write: false),
    TypeCase(
      map: ["core.note": .write, "core.*": .none], type: "core.note", read: true, write: true),
    TypeCase(map: ["core.*": .read, "*": .write], type: "core.note", read: true, write: false),
    TypeCase(
      map: ["core.bookmark.*": .write, "core.*": .none], type: "core.bookmark.video", read: true,
      write: true),
    TypeCase(
      map: ["core.bookmark.*": .write], type: "core.bookmark", read: false, write: false),
    // Reads inherit down the tree, writes do not.
    TypeCase(map: ["core.bookmark": .read], type: "app.reader.page", read: true, write: false),
    TypeCase(map: ["core.bookmark": .write], type: "app.reader.page", read: true, write: false),
    TypeCase(map: ["core.bookmark": .write], type: "app.reader.scan", read: true, write: false),
    TypeCase(map: ["app.reader.page": .write], type: "core.bookmark", read: false, write: false),
    // A pattern for the type itself comes before its ancestors, and they before `*`.
    TypeCase(
      map: ["core.bookmark": .read, "app.reader.page": .none], type: "app.reader.page",
      read: false, write: false),
    TypeCase(
      map: ["core.bookmark": .read, "app.*": .none], type: "app.reader.page", read: false,
      write: false),
    TypeCase(
      map: ["core.bookmark": .none, "*": .write], type: "app.reader.page", read: false,
      write: false),
    TypeCase(
      map: ["core.bookmark": .read, "*": .none], type: "app.reader.page", read: true, write: false),
    TypeCase(map: ["*": .read], type: "user.unknown", read: true, write: false),
    // A parent's pattern within a `name.*` is the more specific of the two.
    TypeCase(
      map: ["core.*": .none, "core.media": .read], type: "core.media.film", read: true,
      write: false),
    TypeCase(
      map: ["core.*": .write, "core.media": .none], type: "core.media.film", read: false,
      write: false),
    TypeCase(
      map: ["core.*": .write, "core.media": .read], type: "core.media.film", read: true,
      write: true),
    TypeCase(
      map: ["core.*": .read, "core.media": .write], type: "core.media.film", read: true,
      write: false),
    TypeCase(
      map: ["core.media.*": .none, "core.media": .read], type: "core.media.film", read: false,
      write: false),
    TypeCase(
      map: ["core.media.*": .write, "core.media": .none], type: "core.media.film", read: true,
      write: true),
    TypeCase(
      map: ["core.media.film": .none, "core.media": .read], type: "core.media.film", read: false,
      write: false),
    TypeCase(
      map: ["core.*": .none, "core.media": .read], type: "core.media", read: true, write: false),
    TypeCase(
      map: ["core.*": .none, "core.media": .read], type: "core.note", read: false, write: false),
    // A `name.*` that the parent is not within fits the type itself, and comes first.
    TypeCase(
      map: ["app.*": .read, "core.bookmark": .none], type: "app.reader.scan", read: true,
      write: false),
    TypeCase(
      map: ["app.*": .none, "app.reader.page": .read], type: "app.reader.scan", read: true,
      write: false),
  ])
  func `a member may do with a type what the most specific pattern says`(given: TypeCase) {
    let permissions = KeyPermissions(role: .member, maps: PermissionMaps(types: given.map))

    #expect(permissions.mayRead(type: given.type, in: Self.types) == given.read)
    #expect(permissions.mayWrite(type: given.type, in: Self.types) == given.write)
  }

  @Test(arguments: [
    ([:] as [String: PermissionLevel], "about", false, false),
    (["*": .read], "about", true, false),
    (["about": .write], "about", true, true),
    (["about": .write], "references", false, false),
    (["app.*": .write], "app.shops-for", true, true),
    (["app.*": .write, "app.shops-for": .read], "app.shops-for", true, false),
  ])
  func `edges, extensions and metadata follow the same precedence`(
    map: [String: PermissionLevel], name: String, read: Bool, write: Bool
  ) {
    let permissions = KeyPermissions(
      role: .member, maps: PermissionMaps(extensions: map, edges: map, metadata: map))

    #expect(permissions.mayRead(edgeType: name) == read)
    #expect(permissions.mayWrite(edgeType: name) == write)
    #expect(permissions.mayRead(extension: name) == read)
    #expect(permissions.mayWrite(extension: name) == write)
    #expect(permissions.mayWrite(metadata: name) == write)
  }

  @Test(arguments: [(KeyRole.admin, true), (.tenantAdmin, false), (.member, false)])
  func `only the role admin may do everything without any map`(role: KeyRole, mayAll: Bool) {
    let permissions = KeyPermissions(role: role)

    #expect(permissions.isAdministrator == (role != .member))
    #expect(permissions.isUnrestricted == mayAll)
    #expect(permissions.mayChangeTypes == mayAll)
    #expect(permissions.mayChangeProfile == mayAll)
    #expect(permissions.mayRead(type: "core.note", in: Self.types) == mayAll)
    #expect(permissions.mayWrite(type: "core.note", in: Self.types) == mayAll)
    #expect(permissions.mayWrite(edgeType: "about") == mayAll)
    #expect(permissions.mayWrite(extension: "app.x") == mayAll)
  }

  @Test func `types are changed with types:write alone`() {
    func member(_ map: [String: PermissionLevel]) -> KeyPermissions {
      KeyPermissions(role: .member, maps: PermissionMaps(metadata: map))
    }

    #expect(!member([:]).mayChangeTypes)
    #expect(!member(["types": .read]).mayChangeTypes)
    #expect(member(["types": .write]).mayChangeTypes)
    #expect(member(["*": .write]).mayChangeTypes)
  }

  @Test(arguments: [
    ("*", true), ("core.*", true), ("core.note", true), ("app.shops-for", true), ("", false),
    (".*", false), ("core.*.x", false), ("a b", false), ("core/*", false),
  ])
  func `a pattern is a name, a name followed by a star, or a star`(
    pattern: String, isWellFormed: Bool
  ) {
    #expect(PermissionPattern.isWellFormed(pattern) == isWellFormed)
  }
}

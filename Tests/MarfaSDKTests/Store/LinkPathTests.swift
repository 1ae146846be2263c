import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Links as other programs write them: by path, with and without an ending, near notes first.
@Suite(.timeLimit(.minutes(20))) struct LinkPathTests {
  /// A note that was imported from a folder.
  private func imported(
    _ path: String, _ body: String = "", in fixture: StoreFixture
  ) async throws -> String {
    let name = path.split(separator: "/").last?.dropLast(3) ?? ""
    let input = CreateItemInput(
      type: "core.note", properties: ["title": .string(String(name)), "body": .string(body)])
    let origin = ItemOrigin(name: "Vault", path: path)
    return try await fixture.store.createItem(NewItem(input, origin: origin)).item.id
  }

  /// A note in notebooks, which are made.
  private func placed(
    _ title: String, _ body: String = "", in notebook: String?, _ fixture: StoreFixture
  ) async throws -> String {
    let input = CreateItemInput(
      type: "core.note", properties: ["title": .string(title), "body": .string(body)])
    return try await fixture.store.createItem(NewItem(input, notebook: notebook)).item.id
  }

  private func notebook(
    _ title: String, in parent: String? = nil, _ fixture: StoreFixture
  ) async throws -> String {
    let input = CreateItemInput(type: "core.group", properties: ["title": .string(title)])
    return try await fixture.store.createItem(NewItem(input, notebook: parent)).item.id
  }

  @Test(
    arguments: [
      "[[My Folder/With space]]", "[[Vault/My Folder/With space]]", "[[With space.md]]",
      "[[my folder/with space.md|x]]", "[e](My%20Folder/With%20space.md#part)",
      "[n](My%20Folder/With%20space)", "[a](/My%20Folder/With%20space.md)",
    ], [true, false])
  func `a path leads to a note, whichever was there first`(
    link: String, isFirst: Bool
  ) async throws {
    let fixture = try await StoreFixture()
    let isNested = link.contains("Vault")
    let holder = isNested ? try await notebook("Vault", fixture) : nil
    let folder = try await notebook("My Folder", in: holder, fixture)
    var early: String?
    if isFirst { early = try await placed("With space", in: folder, fixture) }
    let main = try await placed("Main", link, in: isNested ? nil : holder, fixture)
    var target = ""
    if let early {
      target = early
    } else {
      target = try await placed("With space", in: folder, fixture)
    }

    #expect(try await fixture.store.backlinks(to: target).map(\.id) == [main])
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `paths of imported files lead from the folder and from the root`() async throws {
    let fixture = try await StoreFixture()
    let body = "[[Projects/Alpha|x]] [b](Other/Beta) [c](Gamma.md)"
    let main = try await imported("Projects/Main.md", body, in: fixture)
    let alpha = try await imported("Projects/Alpha.md", in: fixture)
    let beta = try await imported("Other/Beta.md", in: fixture)
    let gamma = try await imported("Projects/Gamma.md", in: fixture)
    let stranger = try await placed("Gamma", in: nil, fixture)

    for id in [alpha, beta, gamma] {
      #expect(try await fixture.store.backlinks(to: id).map(\.id) == [main])
    }
    #expect(try await fixture.store.backlinks(to: stranger).isEmpty)
    #expect(try await fixture.store.linkedItem("Other/Beta.md", as: .path, from: main) == beta)
    #expect(try await fixture.store.linkedItem("Nowhere/Alpha", as: .name, from: main) == nil)
  }

  @Test func `of two notes of one title the one in the same folder is meant`() async throws {
    let fixture = try await StoreFixture()
    let near = try await imported("Projects/Alpha.md", in: fixture)
    let plan = try await imported("Projects/Plan.md", "[[Alpha]]", in: fixture)
    fixture.clock.advance(byMilliseconds: 1000)
    let far = try await imported("Other/Alpha.md", in: fixture)
    let note = try await imported("Other/Note.md", "[[alpha]] [[Projects/Alpha]]", in: fixture)

    #expect(try await fixture.store.linkedItem("Alpha", as: .name, from: plan) == near)
    #expect(try await fixture.store.linkedItem("Alpha", as: .name, from: note) == far)
    #expect(try await fixture.store.backlinks(to: far).map(\.id) == [note])
    #expect(Set(try await fixture.store.backlinks(to: near).map(\.id)) == [plan, note])
  }

  @Test func `a note that comes into the folder takes over the links there`() async throws {
    let fixture = try await StoreFixture()
    let folder = try await notebook("Projects", fixture)
    let far = try await placed("Alpha", in: nil, fixture)
    let plan = try await placed("Plan", "[[Alpha]]", in: folder, fixture)
    let before = try await fixture.store.backlinks(to: far).map(\.id)

    let near = try await placed("Alpha", in: folder, fixture)

    #expect(before == [plan])
    #expect(try await fixture.store.backlinks(to: far).isEmpty)
    #expect(try await fixture.store.backlinks(to: near).map(\.id) == [plan])
  }

  @Test func `a rename rewrites paths too, and leaves other notes of the title`() async throws {
    let fixture = try await StoreFixture()
    let folder = try await notebook("Projects", fixture)
    let alpha = try await placed("Alpha", in: folder, fixture)
    _ = try await placed("Alpha", in: nil, fixture)
    let main = try await placed(
      "Main", "[[Projects/Alpha|x]] [[Projects/Alpha.md#h]]", in: nil, fixture)

    try await fixture.store.rename(id: alpha, to: "Beta")

    #expect(
      try await fixture.store.noteText(id: main).body
        == "[[Projects/Beta|x]] [[Projects/Beta.md#h]]")
    #expect(try await fixture.store.backlinks(to: alpha).map(\.id) == [main])
  }

  // MARK: - Titles that a text gives

  @Test func `a title that the text gave stays another name while links say it`() async throws {
    let fixture = try await StoreFixture()
    let zeta = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# Zeta\n"]))
    let main = try await fixture.note("Main", "[[Zeta]]")

    for title in ["ZetaN", "ZetaNeu"] {
      let now = try await fixture.store.noteText(id: zeta.id)
      _ = try await fixture.store.saveText(
        id: zeta.id, body: "# \(title)\n", basedOn: now.revision)
    }

    let item = try #require(try await fixture.store.item(id: zeta.id))
    #expect(item.properties["aliases"] == ["Zeta"])
    #expect(try await fixture.store.noteText(id: zeta.id).title == "ZetaNeu")
    #expect(try await fixture.store.backlinks(to: zeta.id).map(\.id) == [main.id])
  }

  // MARK: - Notebooks

  @Test func `a rename or a move makes no second notebook of one path`() async throws {
    let fixture = try await StoreFixture()
    let vault = try await notebook("Vault", fixture)
    let two = try await notebook("Zwei", fixture)
    let inner = try await notebook("vault", in: two, fixture)

    await #expect(throws: ValidationError.self) {
      try await fixture.store.rename(id: two, to: "vault")
    }
    await #expect(throws: ValidationError.self) {
      try await fixture.store.move(id: inner, toNotebook: nil)
    }
    try await fixture.store.rename(id: vault, to: "VAULT")

    #expect(
      try await fixture.store.notebooks().paths.map(\.path) == ["/VAULT", "/Zwei", "/Zwei/vault"])
  }
}

import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct TypedItemTests {
  private func item(_ type: String, _ properties: [String: JSONValue]) -> Item {
    Item(
      id: "i", type: type, properties: properties, timestamp: "t", createdAt: "c", updatedAt: "u")
  }

  @Test func `a note is read, changed and written without losing what it does not know`() throws {
    var note = try #require(CoreNote(from: item("core.note", ["body": "b", "more": 1])))
    note.title = "T"

    #expect(note.body == "b" && note.id == "i" && note.isActive)
    #expect(note.toProperties() == ["body": "b", "title": "T", "more": 1])
  }

  /// As the documentation of `FieldedItem` prints it.
  private struct Recipe: FieldedItem {
    static let typeIdentifier = "app.recipe"
    static let fields: [PropertyField<Recipe>] = [
      .required("title", \.title), .integer("servings", \.servings),
    ]
    var item: Item
    var title = ""
    var servings: Int64?
    init(viewing item: Item) { self.item = item }
  }

  @Test func `a view of one's own type lists its fields once`() throws {
    var recipe = try #require(
      Recipe(from: item("app.recipe.soup", ["title": "Leek", "servings": 4, "more": true])))
    #expect((recipe.title, recipe.servings) == ("Leek", 4))

    recipe.servings = nil
    #expect(recipe.toProperties() == ["title": "Leek", "more": true])
    #expect(Recipe(from: item("app.recipe", ["servings": 4])) == nil)
  }

  @Test func `another type or a missing field makes no view`() {
    #expect(CoreNote(from: item("core.task", ["body": "b"])) == nil)
    #expect(CoreNote(from: item("core.notebook", ["body": "b"])) == nil)
    #expect(CoreNote(from: item("core.note", ["title": "t"])) == nil)
    #expect(CoreFile(from: item("core.file.image", ["blob_ref": "x", "size": 3]))?.size == 3)
  }

  @Test func `clearing an optional removes the property`() throws {
    var task = try #require(CoreTask(from: item("core.task", ["title": "t", "due_at": "2026"])))
    task.dueAt = nil

    #expect(task.toProperties() == ["title": "t"])
  }

  @Test(arguments: [
    CoreNote.typeIdentifier, CoreBookmark.typeIdentifier, CoreTask.typeIdentifier,
    CoreHighlight.typeIdentifier, CoreGroup.typeIdentifier, CoreFile.typeIdentifier,
    CoreEvent.typeIdentifier, CoreMessage.typeIdentifier, CorePerson.typeIdentifier,
    CorePlace.typeIdentifier, CoreMedia.typeIdentifier,
  ])
  func `each view has a registered type`(name: String) {
    #expect(CoreTypes.registry[name] != nil)
  }

  private static func example(of kind: FieldDefinition.Kind) -> JSONValue {
    switch kind {
    case .string: "text"
    case .number: 2.5
    case .integer: 7
    case .boolean: true
    case .array: ["a", "b"]
    case .object: ["key": "value"]
    }
  }

  /// What a view keeps when its item is emptied after reading: the properties that it knows.
  private func known<View: MarfaItem>(
    _ view: View.Type, _ item: WritableKeyPath<View, Item>, _ properties: [String: JSONValue]
  ) throws -> [String: JSONValue] {
    var view = try #require(View(from: self.item(View.typeIdentifier, properties)))
    view[keyPath: item].properties = [:]
    return view.toProperties()
  }

  @Test func `every view reads and writes every field of its type`() throws {
    func expectAll<View: MarfaItem>(
      _ view: View.Type, _ item: WritableKeyPath<View, Item>
    ) throws {
      let fields = try #require(CoreTypes.registry[View.typeIdentifier]).fields
      let properties = Dictionary(
        uniqueKeysWithValues: fields.map { name, field in (name, Self.example(of: field.type)) })
      let known = try known(view, item, properties)
      #expect(known == properties, "\(View.typeIdentifier)")
    }

    try expectAll(CoreNote.self, \.item)
    try expectAll(CoreBookmark.self, \.item)
    try expectAll(CoreTask.self, \.item)
    try expectAll(CoreHighlight.self, \.item)
    try expectAll(CoreGroup.self, \.item)
    try expectAll(CoreFile.self, \.item)
    try expectAll(CoreEvent.self, \.item)
    try expectAll(CoreMessage.self, \.item)
    try expectAll(CorePerson.self, \.item)
    try expectAll(CorePlace.self, \.item)
    try expectAll(CoreMedia.self, \.item)
  }
}

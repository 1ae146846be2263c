import MarfaModel
import Testing

@Suite struct TypedItemTests {
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
}

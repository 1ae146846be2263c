import MarfaModel
import MarfaServer
import Testing

/// The texts of attachments, which stand in the item, in each of its events and in its answers.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct AttachmentTextTests {
  private static func attachment(
    title: Int = 1, type: Int = 10, role: Int = 1
  ) -> MarfaModel.Attachment {
    MarfaModel.Attachment(
      blobRef: "sha256:" + String(repeating: "0", count: 64),
      mimeType: "a/" + String(repeating: "b", count: type - 2),
      title: String(repeating: "t", count: title), role: String(repeating: "r", count: role))
  }

  private func refused(
    _ fixture: StoreFixture, _ mutation: StoreMutation
  ) async throws -> [JSONValue?] {
    let error = await #expect(throws: ValidationError.self) { try await fixture.write(mutation) }
    return [error?.details?["field"], error?.details?["limit"]]
  }

  private func creation(_ attachments: MarfaModel.Attachment...) -> StoreMutation {
    .createItem(
      CreateItemInput(
        type: "core.note", properties: ["body": "x"], attachments: attachments))
  }

  @Test func `each text has a limit that the refusal names`() async throws {
    let fixture = try StoreFixture()

    for (attachment, field, limit) in [
      (Self.attachment(title: 1001), "title", 1000), (Self.attachment(type: 256), "mime_type", 255),
      (Self.attachment(role: 256), "role", 255),
    ] {
      #expect(
        try await refused(fixture, creation(Self.attachment(), attachment)) == [
          .string("attachments[1].\(field)"), .integer(Int64(limit)),
        ])
    }
    let full = Self.attachment(title: 1000, type: 255, role: 255)
    let made = try await fixture.write(creation(full))
    let id = try #require(made["item"]?["id"]?.stringValue)
    let long = PatchItemBody(attachments: [full, Self.attachment(title: 1001)])
    #expect(
      try await refused(fixture, .patchItem(id: id, long)) == [
        "attachments[1].title", 1000,
      ])
  }

  @Test func `a longer text of an older build may stay`() async throws {
    let fixture = try StoreFixture()
    var context = fixture.context()
    context.limits.attachmentTitleBytes = .max
    let long = Self.attachment(title: 5000)
    let made = try await fixture.store.write(creation(long), context).json
    let id = try #require(made["item"]?["id"]?.stringValue)

    let more = PatchItemBody(attachments: [long, Self.attachment()])

    #expect(try await fixture.refusal(.patchItem(id: id, more)) == nil)
    #expect(try await fixture.refusal(.patchItem(id: id, PatchItemBody(tier: .feed))) == nil)
    #expect(
      try await fixture.refusal(
        .patchItem(id: id, PatchItemBody(attachments: [Self.attachment(title: 4000)])))
        == "validation_error")
  }
}

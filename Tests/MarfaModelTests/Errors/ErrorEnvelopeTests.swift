import Foundation
import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct ErrorEnvelopeTests {
  private func error(_ text: String, status: Int) throws -> any MarfaError {
    try JSONDecoder().decode(ErrorEnvelope.self, from: Data(text.utf8)).makeError(status: status)
  }

  @Test(arguments: [
    (400, "ValidationError"), (401, "UnauthorizedError"), (403, "ForbiddenError"),
    (404, "NotFoundError"), (409, "APIError"), (413, "APIError"), (500, "APIError"),
  ])
  func `the status decides the kind of error`(status: Int, kind: String) throws {
    let text = #"{"error":{"code":"c","message":"m","details":{"field":"f"}}}"#

    let error = try error(text, status: status)

    #expect(String(describing: Swift.type(of: error)) == kind)
    #expect(error.code == "c" && error.message == "m" && error.status == status)
    #expect(error.details == ["field": "f"])
  }

  @Test(arguments: [#""message":"m""#, #""status":409"#, #""message":"m","status":409"#])
  func `a conflict is read with a message or a status`(part: String) throws {
    let text = """
      {"error":{"code":"version_conflict",\(part)},"current":{"version":2,"properties":{"a":1}},
      "ancestor":null,"conflicting_fields":["b","a"],
      "merge_policy":{"fields":{"a":"keep_both_copies"},"default":"last_writer_wins"}}
      """

    let conflict = try #require(try error(text, status: 409) as? ConflictError)

    #expect(conflict.current == PropertiesSnapshot(version: 2, properties: ["a": 1]))
    #expect(conflict.ancestor == nil)
    #expect(conflict.conflictingFields == ["a", "b"])
    #expect(conflict.mergePolicy.strategy(of: "a") == .keepBothCopies)
  }

  @Test func `a conflict is written with all five keys`() throws {
    let conflict = ConflictError(
      current: .init(version: 2, properties: [:]), ancestor: nil, conflictingFields: ["a"],
      clientPatch: ["a": 1], mergePolicy: MergePolicy())

    let data = try JSONEncoder().encode(ErrorEnvelope(conflict))
    let keys = try JSONParser.parse(data).objectValue?.keys.sorted()

    #expect(keys == ["ancestor", "conflicting_fields", "current", "error", "merge_policy"])
  }

  @Test func `errors are caught by name and by protocol`() {
    func fail() throws { throw NotFoundError(message: "gone") }
    var caught = ""

    do { try fail() } catch let error as NotFoundError { caught += error.code } catch {}
    do { try fail() } catch let error as any MarfaError { caught += " \(error.message)" } catch {}

    #expect(caught == "item_not_found gone")
  }

  @Test(arguments: [
    (ErrorCode.itemNotFound, 404), (ErrorCode.versionConflict, 409), (ErrorCode.edgeCycle, 400),
    (ErrorCode.expiredToken, 401), (ErrorCode.coreTypeImmutable, 403),
    (ErrorCode.rateLimited, 429), (ErrorCode.blobTooLarge, 413),
  ])
  func `each error code has its HTTP status`(code: String, status: Int) {
    #expect(ErrorCode.status(of: code) == status)
  }
}

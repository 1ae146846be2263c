import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct APIDescriptionTests {
  @Test func `every reference points to something`() {
    let text = JSONWriter.string(of: ServerApplication.description)
    let references = text.split(separator: "\"$ref\":\"#/").dropFirst().map {
      $0.prefix { $0 != "\"" }.split(separator: "/").map(String.init)
    }

    #expect(!references.isEmpty)
    for path in references {
      #expect(!path.reduce(ServerApplication.description) { $0[$1] }.isNull, "\(path)")
    }
  }

  @Test func `an optional member of a body may be null, a required one and one of answers not`() {
    let schemas: JSONValue = ServerApplication.description["components"]["schemas"]
    func takesNull(_ schema: String, _ member: String) -> Bool {
      let choices: JSONValue = schemas[schema]["properties"][member]["anyOf"]
      return choices.arrayValue?.contains(["type": "null"]) ?? false
    }

    #expect(takesNull("CreateItem", "tags"))
    let properties: JSONValue = schemas["CreateItem"]["properties"]["properties"]["anyOf"]
    #expect(properties == [["type": "object"], ["type": "null"]])
    #expect(!takesNull("CreateItem", "type"))
    // Items of a bulk request have attachments.
    #expect(takesNull("Attachment", "title"))
    #expect(!takesNull("Attachment", "blob_ref"))
    #expect(!takesNull("Item", "tier"))
    let source: JSONValue =
      schemas["BulkAction"]["properties"]["filter"]["properties"]["source"]["anyOf"]
    #expect(source.arrayValue?.last == ["type": "null"])
  }

  @Test func `no operation and no identifier occurs twice`() {
    let operations = ServerApplication.operations.map { "\($0.method) \($0.path)" }
    let identifiers = ServerApplication.operations.compactMap {
      $0.json["operationId"].stringValue
    }

    #expect(Set(operations).count == operations.count)
    #expect(Set(identifiers).count == ServerApplication.operations.count)
  }

  @Test func `the streams alone have a header with the time between two heartbeats`() {
    var described: [String] = []

    for operation in ServerApplication.operations {
      let answer: JSONValue = operation.json["responses"]["200"]
      let header: JSONValue = answer["headers"]["Heartbeat-Seconds"]
      guard !header.isNull else { continue }
      described.append("\(operation.method) \(operation.path)")
      #expect(header["required"] == true)
      #expect(header["schema"] == ["type": "integer", "minimum": 1])
    }

    #expect(described.sorted() == ["GET /documents/watch", "GET /events"])
  }
}

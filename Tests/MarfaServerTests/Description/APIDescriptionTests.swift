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

  @Test func `no operation and no identifier occurs twice`() {
    let operations = ServerApplication.operations.map { "\($0.method) \($0.path)" }
    let identifiers = ServerApplication.operations.compactMap {
      $0.json["operationId"].stringValue
    }

    #expect(Set(operations).count == operations.count)
    #expect(Set(identifiers).count == ServerApplication.operations.count)
  }
}

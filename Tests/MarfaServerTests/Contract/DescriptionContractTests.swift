import MarfaModel
import Testing

/// What the server says of its parameters, held against what its routes take.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DescriptionContractTests {
  @Test func `every parameter that is described is one of its route`() async throws {
    try await withSubject { api in
      let id = try await api.note()
      let description = try await api.get("/openapi.json").json
      var tried = 0

      for (path, operations) in description["paths"].objectValue ?? [:]
      // A stream does not end, and an archive has everything in it.
      where !["/events", "/export"].contains(path) {
        let place = path.replacing("{id}", with: id).replacing("{hash}", with: Self.hash)
          .replacing("{namespace}", with: "app.test")
        let parameters = (operations["get"]["parameters"].arrayValue ?? [])
          .filter { $0["in"] == "query" }
        for parameter in parameters {
          let sent = parameters.filter { $0 == parameter || $0["required"] == true }
            .map { Self.example($0, id) }.joined(separator: "&")
          let answer = try await api.get("\(place)?\(sent)")

          tried += 1
          #expect(answer.status < 500)
          #expect(!answer.text.contains("is not a parameter"), "\(path) \(parameter["name"])")
        }
      }

      #expect(tried > 20)
    }
  }

  private static let hash = "sha256:" + String(repeating: "0", count: 64)

  /// A parameter with a value that fits its schema.
  private static func example(_ parameter: JSONValue, _ id: String) -> String {
    let name = parameter["name"].stringValue ?? ""
    let schema: JSONValue = parameter["schema"]
    if let word = schema["enum"][0].stringValue { return "\(name)=\(word)" }
    switch schema["type"] {
    case "object": return "\(name)%5Babout%5D=\(id)"
    case "integer": return "\(name)=\(schema["minimum"].integerValue ?? 1)"
    case "boolean": return "\(name)=true"
    default: return name + (schema["format"] == "date-time" ? "=2026-01-01" : "=x")
    }
  }
}

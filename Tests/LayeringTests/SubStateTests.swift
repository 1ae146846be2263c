import Foundation
import Testing

/// Large values whose variables are sub-states, each written in its own file only.
@Suite(.timeLimit(.minutes(20))) struct SubStateTests {
  /// The stored variables of a type, with the names of their types, as its file declares them.
  static func variables(of type: String, in source: String) -> [(name: String, type: String)] {
    storedVariables(of: type, in: source).compactMap { line in
      guard let match = line.firstMatch(of: #/\bvar (\w+)(?:: | = )(\w+)/#) else { return nil }
      return (String(match.1), String(match.2))
    }
  }

  /// The variables of a type that other files may write.
  static func writable(in type: String, _ source: String) -> [String] {
    storedVariables(of: type, in: source).compactMap { line in
      guard !line.contains("private"), let match = line.firstMatch(of: #/\bvar (\w+)/#)
      else { return nil }
      return String(match.1)
    }
  }

  /// Whether a text gives a variable of an editor another value; a variable that it declares itself
  /// under that name is another one.
  static func assigns(_ name: String, in source: String) -> Bool {
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    var prefixes = ["editor."]
    if source.contains("extension Editor {") {
      prefixes.append("self.")
      let declarations = ["var", "let"].flatMap { ["\($0) \(name) ", "\($0) \(name):"] }
      if !declarations.contains(where: { source.contains($0) }) { prefixes.append("") }
    }
    return lines.contains { line in prefixes.contains { line.hasPrefix("\($0)\(name) = ") } }
  }

  private static func storedVariables(of type: String, in source: String) -> [Substring] {
    body(of: type, in: source).filter {
      $0.contains("var ") && !$0.contains("static") && !$0.hasSuffix("}")
        && ($0.contains(" = ") || !$0.hasSuffix("{"))
    }
  }

  /// The lines of a type at the first level of its body.
  private static func body(of type: String, in source: String) -> [Substring] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let start = lines.firstIndex(where: { $0.firstMatch(of: #/\bstruct (\w+)/#)?.1 == type[...] }
      ),
      let end = lines[start...].firstIndex(of: "}")
    else { return [] }
    return lines[start..<end].filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
  }

  @Test func `each variable of an editor is a sub-state that only its own file writes`() throws {
    let sources = Repository.swiftFiles(below: Repository.root.appending(path: "Sources/Editor"))
    let files = try Dictionary(
      uniqueKeysWithValues: sources.map {
        ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
      })
    let editor = try #require(files["Editor.swift"])
    let variables = Self.variables(of: "Editor", in: editor).filter { $0.name != "options" }
    try #require(variables.count > 10)

    for variable in variables {
      let own = files.values.first { text in
        [" {", ":"].contains { text.contains("struct \(variable.type)\($0)") }
      }
      let source = try #require(own, "\(variable.name): \(variable.type) is no type of its own")
      #expect(Self.writable(in: variable.type, source) == [], "\(variable.type)")
      for (name, text) in files where name != "Editor.swift" {
        #expect(!Self.assigns(variable.name, in: text), "\(name): \(variable.name)")
      }
    }
  }

  @Test func `a variable that other files may write is found`() {
    let source = """
      struct Counter {
        private(set) var count = 0
        private var step = 1
        static var limit: Int { 10 }
        var name: String?
        var isEmpty: Bool { count == 0 }
        var rest: Int {
          let left = 1
          return left
        }
      }
      """

    #expect(Self.assigns("count", in: "extension Editor {\n  count = 0\n}"))
    #expect(Self.assigns("count", in: "extension Editor {\n  let count = 1\n  self.count = 0\n}"))
    #expect(Self.assigns("count", in: "struct Work {\n  editor.count = 0\n}"))
    #expect(!Self.assigns("count", in: "extension Editor {\n  var count = 1\n  count = 2\n}"))
    #expect(!Self.assigns("count", in: "struct Work {\n  self.count = 0\n}"))
    #expect(Self.writable(in: "Counter", source) == ["name"])
    #expect(Self.variables(of: "Counter", in: source).map(\.name) == ["count", "step", "name"])
  }
}

import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct FunctionLengthTests {
  /// The most lines of a function, from its declaration to its last brace.
  private static let limit = 40

  /// The functions, initialisers and computed properties of a source text, with their lines.
  ///
  /// The layout is that of `swift format`: what begins at a column ends with a brace at it.
  static func functions(in source: String) -> [(name: String, lines: Int)] {
    bodies(in: source).map { ($0.lines.first.map(String.init) ?? "", $0.lines.count) }
  }

  /// The same, with all their lines; the first is without its indentation.
  static func bodies(in source: String) -> [(start: Int, lines: [Substring])] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      let line = lines[index]
      let indent = line.prefix { $0 == " " }
      let words = line.dropFirst(indent.count).split { !$0.isLetter && $0 != "_" }
      guard
        let kind = words.first(where: { !Self.modifiers.contains(String($0)) }),
        Self.kinds.contains(String(kind)),
        let end = lines[index...].firstIndex(where: { $0.hasPrefix(indent + "}") }),
        lines[(index + 1)..<end].allSatisfy({
          $0.isEmpty || $0.hasPrefix(indent + " ") || $0.hasPrefix(indent + ")")
        })
      else { return nil }
      return (index + 1, [line.dropFirst(indent.count)] + lines[(index + 1)...end])
    }
  }

  private static let kinds: Set<String> = ["func", "init", "deinit", "subscript", "var"]
  private static let modifiers: Set<String> = [
    "public", "package", "private", "fileprivate", "internal", "static", "mutating", "nonmutating",
    "override", "final", "convenience", "nonisolated", "isolated", "MainActor", "Sendable",
    "discardableResult", "inline", "inlinable", "concurrent", "set",
  ]

  @Test func `no function is longer than forty lines`() throws {
    let files = Repository.swiftFiles(below: Repository.root.appending(path: "Sources"))
    try #require(files.count > 1000)

    for file in files {
      for function in Self.functions(in: try String(contentsOf: file, encoding: .utf8)) {
        #expect(
          function.lines <= Self.limit,
          "\(file.lastPathComponent): \(function.name) has \(function.lines) lines")
      }
    }
  }

  @Test func `a function is counted from its declaration to its brace, and what follows is not`() {
    let source = """
      struct Shape {
        var name = "a"

        private static func draw(
          _ one: Int
        ) -> Int {
          if one > 0 {
            return 1
          }
          return 2
        }

        var area: Int { 1 }
      }
      """

    let found = Self.functions(in: source)

    #expect(found.map(\.name) == ["private static func draw("])
    #expect(found.map(\.lines) == [8])
  }
}

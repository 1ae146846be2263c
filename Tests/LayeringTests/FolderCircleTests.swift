import Foundation
import Testing

/// Folders of a target that need each other, by the types that they name.
///
/// Members are not seen: the files of one type's extensions, as `Editor`'s, are one thing.
@Suite(.timeLimit(.minutes(20))) struct FolderCircleTests {
  /// The longest circle of folders that a target may have.
  private static let limit = 3

  /// The folders of the screens: each names only those before it.
  private static let orders = [
    "TerminalLayers": ["Services", "Compositor", "Layers"],
    "MarfaTerminal": [
      "List", "Note", "Sources", "Bars", "Screen", "Actions", "Commands", "Application",
      "Launch",
    ],
  ]

  /// A folder and all folders in it, at any depth.
  private func folders(below folder: URL) throws -> [URL] {
    let inside = try Repository.folders(in: folder)
      .filter { $0.pathExtension != "docc" && $0.lastPathComponent != "include" }
    return try inside + inside.flatMap { try folders(below: $0) }
  }

  @Test func `circles of folders below the top ones are as short`() throws {
    let sources = Repository.root.appending(path: "Sources")
    for target in try Repository.folders(in: sources) {
      for folder in try folders(below: target) {
        let name = String(folder.path.dropFirst(sources.path.count + 1))
        let graph = try graph(of: folder)
        let largest = graph.circles.first ?? []
        #expect(
          largest.count <= Self.limit, "\(name): \(largest)\n\(graph.description(of: largest))")
      }
    }
  }

  private func graph(of target: URL) throws -> FolderGraph {
    FolderGraph(
      try Repository.swiftFiles(below: target).map { file in
        let parts = file.path.dropFirst(target.path.count + 1).split(separator: "/")
        return (
          parts.count > 1 ? String(parts[0]) : ".",
          SourceText(try String(contentsOf: file, encoding: .utf8))
        )
      })
  }

  @Test func `no circle of folders within a target is longer than three`() throws {
    let targets = try Repository.folders(in: Repository.root.appending(path: "Sources"))
    try #require(!targets.isEmpty)

    for target in targets {
      let name = target.lastPathComponent
      let graph = try graph(of: target)
      let largest = graph.circles.first ?? []
      #expect(
        largest.count <= Self.limit, "\(name): \(largest)\n\(graph.description(of: largest))")
    }
  }

  @Test(arguments: orders)
  func `the folders of the screens name only folders before them`(
    target: String, order: [String]
  ) throws {
    let sources = Repository.root.appending(path: "Sources")
    let graph = try graph(of: sources.appending(path: target))

    #expect(Set(graph.arrows.keys) == Set(order), "\(target)")
    for (index, folder) in order.enumerated() {
      for (other, names) in graph.arrows[folder, default: [:]] {
        #expect(order[..<index].contains(other), "\(folder) names \(names.sorted()) of \(other)")
      }
    }
  }

  @Test func `a circle is found through other folders, and an arrow alone is none`() {
    let graph = FolderGraph([
      ("A", SourceText("struct One { let two: Two }")),
      ("B", SourceText("struct Two { let three: Three }")),
      ("C", SourceText("struct Three { let one: One }")),
      ("D", SourceText("struct Four { let one: One }")),
    ])

    #expect(graph.circles == [["A", "B", "C"]])
    #expect(graph.arrows["D"] == ["A": ["One"]])
  }

  @Test func `comments and strings mention nothing, the code in them does`() {
    let text = SourceText(
      """
      /// A Comment about Others.
      final class Kept { // Ignored
        let text = "Not \\(Seen.self(1) + "Inner \\(Deep.x)") this" // Nor
        private struct Nested {}
      }
      private enum Hidden {}
      """)

    #expect(text.declared == ["Kept"])
    #expect(text.mentioned == ["Kept", "Seen", "Deep", "Nested", "Hidden"])
  }
}

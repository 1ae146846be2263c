import Foundation
import Testing

/// Comments are as wide as the code, which the formatter does not see to.
@Suite(.timeLimit(.minutes(20))) struct CommentWidthTests {
  /// The most columns of a line.
  private static let columns = 100

  /// The comment lines of a source that are too wide; one that is an address cannot be broken.
  private static func wide(in source: String) -> [Int] {
    source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { _, line in
        line.drop(while: \.isWhitespace).hasPrefix("//") && line.count > columns
          && !line.contains("http")
      }
      .map { $0.offset + 1 }
  }

  @Test(arguments: ["Sources", "Tests"])
  func `no line of a comment has more than a hundred columns`(folder: String) throws {
    for file in Repository.swiftFiles(below: Repository.root.appending(path: folder)) {
      let lines = Self.wide(in: try String(contentsOf: file, encoding: .utf8))
      #expect(lines.isEmpty, "\(file.path): \(lines)")
    }
  }

  @Test func `a wide comment is found, and wide code and an address are not`() {
    let words = String(repeating: "w", count: 101)
    #expect(Self.wide(in: "let a = 1\n  /// \(words)\n") == [2])
    #expect(Self.wide(in: "let text = \"\(words)\"\n/// <https://example.com/\(words)>\n") == [])
  }
}

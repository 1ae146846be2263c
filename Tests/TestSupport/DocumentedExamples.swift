import Foundation

/// The examples of a documentation, and which of them no test contains.
///
/// An example is a block of Swift between fences, in a comment or on a page. It is in a test if its
/// code is, in one piece; white space and comments do not count.
package struct DocumentedExamples {
  /// The number of examples.
  package let count: Int

  /// The examples that no test contains, each after the name of its file; empty if all is well.
  package let missing: [String]

  /// Reads all Swift files and pages of a library, and all tests of other folders.
  ///
  /// - Parameters:
  ///   - sources: The folder of the library, from the root of the repository.
  ///   - tests: The folders of the tests.
  /// - Throws: What reading the files throws.
  package init(of sources: String, compiledIn tests: String...) throws {
    let compiled = try tests.flatMap(Self.files).map { Self.code(of: $0.text) }
    var (count, missing) = (0, [String]())
    for (name, text) in try Self.files(in: sources) {
      let lines = name.hasSuffix(".md") ? Self.lines(of: text) : Self.commentLines(of: text)
      for example in Self.examples(in: lines) {
        count += 1
        let code = Self.code(of: example)
        if !compiled.contains(where: { $0.contains(code) }) {
          missing.append("\(name): \(example)")
        }
      }
    }
    self.count = count
    self.missing = missing
  }

  private static func files(in folder: String) throws -> [(name: String, text: String)] {
    let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let url = root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }
      .map { ($0, try String(contentsOf: url.appending(path: $0), encoding: .utf8)) }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines of documentation comments, without their mark.
  private static func commentLines(of text: String) -> [Substring] {
    lines(of: text).map { $0.drop(while: \.isWhitespace) }
      .filter { $0.hasPrefix("///") }.map { $0.dropFirst(3) }
  }

  private static func examples(in lines: [Substring]) -> [String] {
    var examples: [String] = []
    var isInside = false
    for line in lines {
      let fence = line.drop(while: \.isWhitespace)
      if fence == "```swift" {
        isInside = true
        examples.append("")
      } else if fence.hasPrefix("```") {
        isInside = false
      } else if isInside {
        examples[examples.count - 1] += line + "\n"
      }
    }
    return examples
  }

  private static func code(of text: String) -> String {
    let code = lines(of: text).flatMap { line in
      let end = line.firstRange(of: "//")?.lowerBound ?? line.endIndex
      return line[..<end].utf8.filter { $0 > 0x20 }
    }
    return String(decoding: code, as: UTF8.self)
  }
}

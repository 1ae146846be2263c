import Foundation
import Testing

/// Compares a screen with a file in `Goldens`, which was checked by a person line by line.
///
/// With `MARFA_WRITE_GOLDENS=1` the file is written instead and the test fails, so that nothing is
/// accepted unseen.
func expectGolden(
  _ screen: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens/\(name).txt")
  if ProcessInfo.processInfo.environment["MARFA_WRITE_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try (screen + "\n").write(to: file, atomically: true, encoding: .utf8)
    Issue.record("\(name) was written: check it line by line.", sourceLocation: sourceLocation)
    return
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  let lines = expected.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  let shown = screen.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.count == shown.count, sourceLocation: sourceLocation)
  for (number, (line, seen)) in zip(lines, shown).enumerated() {
    #expect(line == seen, "line \(number + 1) of \(name)", sourceLocation: sourceLocation)
  }
}

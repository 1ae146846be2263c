import Foundation
import Testing

/// Drawing is a function of what `update` left and of the frame, in which the time is.
@Suite(.timeLimit(.minutes(20))) struct DrawingSourceTests {
  private static let clocks = [
    "context.now()", "context.elapsed()", "context.relativeTime", "context.startOfDay", "Date()",
    "ContinuousClock", "DispatchTime.now",
  ]

  /// The functions that get a frame or a surface, or both, with the clocks that they read.
  static func readings(in source: String) -> [(line: Int, clock: String)] {
    FunctionLengthTests.bodies(in: source).flatMap { start, lines in
      let head =
        lines.prefix { !$0.hasSuffix("{") }
        + lines.drop { !$0.hasSuffix("{") }.prefix(1)
      guard head.contains(where: { $0.contains("_ frame: Frame") || $0.contains("inout Surface") })
      else { return [(line: Int, clock: String)]() }
      return lines.enumerated().flatMap { offset, line in
        clocks.filter { line.contains($0) }.map { (start + offset, $0) }
      }
    }
  }

  @Test func `a clock is found where a frame is at hand`() {
    let source = """
      struct View {
        func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
          draw(context.relativeTime(date), frame.now)
        }
        func draw(
          _ text: String, _ frame: Frame
        ) {
          _ = context.elapsed()
        }
        func handle() {
          _ = context.now()
        }
      }
      """

    let readings = Self.readings(in: source)

    #expect(readings.map(\.clock) == ["context.relativeTime", "context.elapsed()"])
    #expect(readings.map(\.line) == [3, 8])
  }

  @Test(arguments: ["TerminalLayers", "MarfaTerminal", "Workbench", "TerminalUI"])
  func `drawing reads no clock`(target: String) throws {
    let folder = Repository.root.appending(path: "Sources/\(target)")
    let files = Repository.swiftFiles(below: folder)
    try #require(!files.isEmpty)

    for file in files {
      for (line, clock) in Self.readings(in: try String(contentsOf: file, encoding: .utf8)) {
        #expect(Bool(false), "\(file.lastPathComponent):\(line) reads \(clock)")
      }
    }
  }
}

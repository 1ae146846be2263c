/// The lines of a rendered note: made beforehand, or of a very large one each when it is looked at.
package struct RenderedLines: RandomAccessCollection, Hashable, Sendable,
  ExpressibleByArrayLiteral
{
  private enum Storage: Hashable {
    case made([RenderedLine])
    case wrapped(WrappedText)
  }

  private var storage: Storage

  /// Takes lines that are made.
  package init(_ lines: [RenderedLine]) { storage = .made(lines) }

  package init(arrayLiteral lines: RenderedLine...) { self.init(lines) }

  /// Takes a text whose rows are made when they are looked at.
  init(_ text: WrappedText) { storage = .wrapped(text) }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch storage {
    case .made(let lines): lines.count
    case .wrapped(let text): text.count
    }
  }

  package subscript(index: Int) -> RenderedLine {
    switch storage {
    case .made(let lines): lines[index]
    case .wrapped(let text): text[index]
    }
  }

  /// Adds a line.
  ///
  /// - Precondition: The lines are made beforehand.
  mutating func append(_ line: RenderedLine) {
    guard case .made(var lines) = storage else {
      preconditionFailure("A wrapped text takes no lines.")
    }
    // Without this the array would be shared while it grows, and copied.
    storage = .made([])
    lines.append(line)
    storage = .made(lines)
  }
}

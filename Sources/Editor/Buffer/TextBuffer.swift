/// The text being edited: a rope that finds lines, scalars and grapheme clusters without scanning.
///
/// All offsets are **UTF-8 bytes from the start**, 0…`byteCount`, on scalar boundaries; the
/// conversions to Unicode scalars (the unit of replicated text) are `scalarOffset(at:)` and
/// `offset(ofScalar:)`. Lines are divided by line feeds, so that a text has one line more than
/// line feeds; a carriage return before the line feed belongs to the line's end. Edits and look-ups
/// cost O(log n); copying the value is free.
public struct TextBuffer: Sendable {
  /// The most bytes of text that are kept for one editor.
  static let mostKept = 16 << 20

  var root: RopeNode

  /// Holds a text; linear in its length.
  public init(_ text: String = "") {
    var text = text
    root = text.withUTF8 { RopeNode(text: $0) }
  }

  /// Holds bytes, which must be valid UTF-8; linear.
  init(utf8 bytes: [UInt8]) {
    root = bytes.withUnsafeBufferPointer { RopeNode(text: $0) }
  }

  /// Length in UTF-8 bytes.
  public var byteCount: Int { root.summary.bytes }
  /// Length in Unicode scalars.
  public var scalarCount: Int { root.summary.scalars }
  /// Lines, 1 or more: one more than line feeds.
  public var lineCount: Int { root.summary.newlines + 1 }
  /// Words: runs between white space, and each ideograph or kana for itself.
  public var wordCount: Int { root.summary.words }
  /// Whether there is no text.
  public var isEmpty: Bool { byteCount == 0 }

  /// The whole text; linear.
  public var text: String { text(in: 0..<byteCount) }

  /// The text of a range of bytes on scalar boundaries.
  public func text(in range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    return String(unsafeUninitializedCapacity: range.count) { target in
      var filled = 0
      forEachChunk(in: range) { chunk in
        _ = UnsafeMutableBufferPointer(rebasing: target[filled...])
          .initialize(fromContentsOf: chunk)
        filled += chunk.count
      }
      return filled
    }
  }

  /// Replaces a range of bytes.
  ///
  /// - Precondition: The range is inside the text, on scalar boundaries.
  public mutating func replace(_ range: Range<Int>, with replacement: String) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= byteCount, "A change is inside the text.")
    var replacement = replacement
    replacement.withUTF8 { root.replaceAtRoot(range, with: $0) }
  }

  /// Performs a change.
  public mutating func apply(_ change: TextChange) {
    replace(change.range, with: change.replacement)
  }

  /// Visits the parts of a range in order, without copying; at most 1 KiB each.
  func forEachChunk(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    _ = root.visit(range) { chunk in
      body(chunk)
      return true
    }
  }

  /// Visits the parts of a range in order until the body answers false; the answer is the last one.
  @discardableResult
  func visitChunks(
    in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    root.visit(range, body)
  }
}

extension TextBuffer: Hashable {
  /// Whether two buffers hold the same text, however it is cut up; linear.
  public static func == (left: TextBuffer, right: TextBuffer) -> Bool {
    left.byteCount == right.byteCount && left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the length, which equal texts have in common.
  public func hash(into hasher: inout Hasher) { hasher.combine(byteCount) }
}

extension RopeNode {
  /// Visits the leaves' parts of a range in order until the body answers false.
  func visit(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    guard !range.isEmpty else { return true }
    if isLeaf {
      return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
    var start = 0
    for child in children {
      let end = start + child.summary.bytes
      if end > range.lowerBound {
        let part = range.clamped(to: start..<end)
        let local = part.lowerBound - start..<part.upperBound - start
        if !child.visit(local, body) { return false }
      }
      if end >= range.upperBound { break }
      start = end
    }
    return true
  }
}

/// A history as it is kept between two runs of the program, tied to the text it belongs to.
public struct UndoArchive: Hashable, Sendable, Codable {
  /// The version of the form; another one is not read.
  static let currentVersion = 1

  var version = UndoArchive.currentVersion
  var fingerprint: TextFingerprint
  var undoable: [UndoStep]
  var redoable: [UndoStep]
  var cursor: Int

  /// Packs the newest steps that fit.
  ///
  /// - Parameters:
  ///   - history: What to keep.
  ///   - buffer: The text that the history ends in.
  ///   - cursor: Where the cursor is, an offset in UTF-8 bytes.
  ///   - limit: About how many bytes of text to keep at most.
  init(_ history: UndoHistory, buffer: TextBuffer, cursor: Int, limit: Int) {
    fingerprint = TextFingerprint(buffer)
    self.cursor = cursor
    var left = limit
    func newest(_ steps: [UndoStep]) -> [UndoStep] {
      var kept: [UndoStep] = []
      for step in steps.reversed() {
        left -= step.cost
        if left < 0 { break }
        kept.append(step)
      }
      return kept.reversed()
    }
    undoable = newest(history.undoable)
    redoable = newest(history.redoable)
  }

  /// Whether the archive was made of exactly this text, by a program that wrote the same form.
  public func matches(_ buffer: TextBuffer) -> Bool {
    version == UndoArchive.currentVersion && fingerprint == TextFingerprint(buffer)
      && cursor >= 0 && cursor <= buffer.byteCount
  }
}

/// A text's length and hash (FNV-1a, 64 bits: <https://www.rfc-editor.org/rfc/rfc9923>), to tell
/// whether it is still the same; no protection against malice.
struct TextFingerprint: Hashable, Sendable, Codable {
  var byteCount: Int
  var hash: UInt64

  /// Reads a whole text; linear.
  init(_ buffer: TextBuffer) {
    byteCount = buffer.byteCount
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    buffer.forEachChunk(in: 0..<buffer.byteCount) { chunk in
      for byte in chunk { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    self.hash = hash
  }
}

extension UndoArchive {
  /// Whether the steps can be played over the text: their places exist and hold what they say.
  ///
  /// A file may have been damaged or made by hand; a wrong step must not be met later.
  func isConsistent(with buffer: TextBuffer) -> Bool {
    (undoable + redoable).allSatisfy { $0.cursorBefore >= 0 && $0.cursorAfter >= 0 }
      && UndoArchive.canPlay(undoable.reversed().map(\.inverse), over: buffer)
      && UndoArchive.canPlay(redoable.reversed(), over: buffer)
  }

  private static func canPlay(_ steps: [UndoStep], over buffer: TextBuffer) -> Bool {
    var buffer = buffer
    for edit in steps.flatMap(\.edits) {
      let change = edit.forward
      guard edit.offset >= 0, change.range.upperBound <= buffer.byteCount,
        buffer.scalarStart(at: change.range.lowerBound) == change.range.lowerBound,
        buffer.scalarStart(at: change.range.upperBound) == change.range.upperBound,
        buffer.text(in: change.range).hasSameBytes(as: edit.removed)
      else { return false }
      buffer.apply(change)
    }
    return true
  }
}

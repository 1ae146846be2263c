/// Which rows of a long list are on the screen.
///
/// The offset moves as little as possible, so that nothing on the screen jumps.
public struct ScrollWindow: Hashable, Sendable {
  /// The first row shown, counted from 0.
  public private(set) var offset: Int
  /// How many rows there are.
  public private(set) var total: Int
  /// How many rows fit.
  public private(set) var height: Int

  /// Clamps the offset, so that the window ends at the last row if it can.
  public init(total: Int = 0, height: Int = 0, offset: Int = 0) {
    self.total = max(0, total)
    self.height = max(0, height)
    self.offset = offset
    clamp()
  }

  /// The rows shown, at most `height`.
  public var rows: Range<Int> { offset..<min(total, offset + height) }
  /// Whether there are rows above those shown.
  public var hasRowsAbove: Bool { offset > 0 }
  /// Whether there are rows below those shown.
  public var hasRowsBelow: Bool { offset + height < total }

  /// Takes over how much there is and how much fits.
  public mutating func update(total: Int, height: Int) {
    self.total = max(0, total)
    self.height = max(0, height)
    clamp()
  }

  /// Moves so far that a row is shown, with some rows around it where there are any.
  ///
  /// - Parameters:
  ///   - row: The row to show; the nearest one if there is none with the number.
  ///   - margin: Rows kept above and below; at most what leaves the row in the middle.
  public mutating func reveal(_ row: Int, margin: Int = 0) {
    guard height > 0, total > 0 else { return }
    let row = min(max(0, row), total - 1)
    let kept = min(max(0, margin), (height - 1) / 2)
    if row - kept < offset { offset = row - kept }
    if row + kept >= offset + height { offset = row + kept - height + 1 }
    clamp()
  }

  /// Moves by rows, down if positive.
  public mutating func scroll(by rows: Int) {
    offset += rows
    clamp()
  }

  /// Moves so that a row is in the middle.
  public mutating func center(_ row: Int) {
    offset = row - height / 2
    clamp()
  }

  private mutating func clamp() { offset = max(0, min(offset, total - height)) }
}

/// An extent in cells; never negative.
public struct Size: Hashable, Sendable {
  /// Width in cells, 0 or more.
  public var columns: Int
  /// Height in cells, 0 or more.
  public var rows: Int

  /// A size in cells; negative numbers become 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

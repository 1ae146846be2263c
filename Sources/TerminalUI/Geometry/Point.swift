/// A cell's place on a surface.
///
/// Both numbers count cells from 0 at the top left corner.
public struct Point: Hashable, Sendable {
  /// Cells from the left edge.
  public var column: Int
  /// Cells from the top edge.
  public var row: Int

  /// A cell by its column and row, both from 0.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

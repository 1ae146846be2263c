import TerminalUI

/// An image as chafa(1) draws it.
package enum DrawnPicture: Hashable, Sendable {
  /// How it is drawn.
  package enum Form: Hashable, Sendable {
    /// As characters, in the colours that the terminal shows.
    case halfBlocks(CellPicture.Colors)
    /// As sixels, for cells with this width and height in pixels.
    case sixels(cell: Size)
  }

  /// Half blocks.
  case cells(CellPicture)
  /// Sixels.
  case sixels(Picture)

  /// Asks chafa for a picture.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the image.
  ///   - columns: The cells of each row.
  ///   - rows: The rows.
  ///   - form: How it is drawn.
  ///   - environment: The process's variables, `PATH` among them.
  /// - Returns: The picture; nil without chafa, or when it cannot read the image.
  package static func make(
    of path: String, columns: Int, rows: Int, as form: Form, environment: [String: String]
  ) async -> DrawnPicture? {
    switch form {
    case .halfBlocks(let colors):
      return await CellPicture.make(
        of: path, columns: columns, rows: rows, colors: colors, environment: environment
      ).map(cells)
    case .sixels(let cell):
      let pixels = Size(columns: columns * cell.columns, rows: rows * cell.rows)
      return await SixelPicture.make(of: path, pixels: pixels, environment: environment)
        .map { .sixels(Picture(form: .sixel, byteCount: $0.bytes.count, payload: $0.bytes)) }
    }
  }

  /// The bytes that are sent in one piece; half blocks are drawn with the other cells.
  package var byteCount: Int {
    switch self {
    case .cells: 0
    case .sixels(let picture): picture.byteCount
    }
  }
}

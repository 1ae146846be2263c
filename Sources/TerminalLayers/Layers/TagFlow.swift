import MarfaSDK
import TerminalUI

/// Where the tags of the cloud are: in lines, wrapped as words are.
struct TagFlow {
  /// A tag's place.
  struct Place: Hashable {
    /// The tag's index in the list.
    var index: Int
    /// Cells from the left.
    var column: Int
    /// Lines from the top.
    var row: Int
  }

  /// The places in the order of the tags.
  private(set) var places: [Place] = []
  /// The index of the first tag of each line.
  private(set) var rowStarts: [Int] = []
  private let largest: Int

  /// Lays the tags out in lines of the given width.
  init(tags: [TagWithCount], columns: Int) {
    largest = tags.first?.count ?? 1
    var column = 0
    var row = -1
    for (index, tag) in tags.enumerated() {
      let width = TextWidth.columns(of: tag.tag) + 1 + String(tag.count).count
      if row < 0 || column + width > columns {
        row += 1
        column = 0
        rowStarts.append(index)
      }
      places.append(Place(index: index, column: column, row: row))
      column += width + 3
    }
  }

  /// The theme's scope for a tag with that many notes: frequent from a half of the most used one
  /// on, rare below a tenth.
  func scope(of count: Int) -> String {
    if count * 2 >= largest { return "tag.frequent" }
    return count * 10 < largest ? "tag.rare" : "tag"
  }
}

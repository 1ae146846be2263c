extension Surface {
  /// Shows a picture in place of some cells, which become blank; it is scaled to fill them.
  ///
  /// Only a picture that is wholly inside the grid is shown. It is hidden as soon as something else
  /// is drawn in one of its cells.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - rect: The cells.
  public mutating func place(_ picture: Picture, in rect: Rect) {
    guard !rect.isEmpty, rect.intersection(bounds) == rect else { return }
    fill(rect)
    for row in rect.minRow..<rect.maxRow {
      for column in rect.minColumn..<rect.maxColumn {
        packed[row * size.columns + column].isOfPicture = true
      }
    }
    placed.append(PlacedPicture(picture, in: rect))
  }

  /// The pictures that are seen, in the order in which they were placed.
  public var pictures: [PlacedPicture] { placed.filter { isWhole($0.rect) } }

  private func isWhole(_ rect: Rect) -> Bool {
    (rect.minRow..<rect.maxRow).allSatisfy { row in
      let start = row * size.columns
      return packed[start + rect.minColumn..<start + rect.maxColumn].allSatisfy(\.isOfPicture)
    }
  }
}

/// The lines that the rows of a picker take with their headings, each above the first row of its
/// group.
struct PickerHeadings {
  /// The headings in order, with the rows below them.
  private let places: [(row: Int, text: String)]

  /// Finds the headings of rows that are in groups.
  init(_ rows: [PickerRow] = []) {
    var places: [(row: Int, text: String)] = []
    for (index, row) in rows.enumerated() {
      guard let heading = row.heading, heading != places.last?.text else { continue }
      places.append((index, heading))
    }
    self.places = places
  }

  /// The lines that a number of rows takes.
  func lineCount(ofRows count: Int) -> Int { count + places.count }

  /// The line of a row.
  func line(ofRow row: Int) -> Int { row + places.count { $0.row <= row } }

  /// The row on a line, or that below the heading on it.
  func row(atLine line: Int) -> Int {
    let above = places.enumerated().count { $0.element.row + $0.offset < line }
    return line - above
  }

  /// The heading on a line; nil for a row.
  func heading(atLine line: Int) -> String? {
    places.enumerated().first { $0.element.row + $0.offset == line }?.element.text
  }
}

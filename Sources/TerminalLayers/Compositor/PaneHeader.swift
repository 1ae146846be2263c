import TerminalUI

/// The first line of a pane: its number, its title, and at the right its state.
package struct PaneHeader {
  private let number: Int
  private let place: String
  private let title: String
  private let count: String
  private let trailing: String
  private let people: [PersonLabel]

  /// A header of one row; what does not fit is cut from the title.
  ///
  /// - Parameters:
  ///   - number: The digit that goes to the pane.
  ///   - place: Where the pane's content is, before the title; empty for nothing.
  ///   - title: What the pane shows.
  ///   - count: How much of it there is.
  ///   - trailing: The state of it, at the right.
  ///   - people: Who else is there, after the title; those that do not fit are left out.
  package init(
    number: Int, place: String = "", title: String, count: String = "", trailing: String,
    people: [PersonLabel] = []
  ) {
    self.number = number
    self.place = place
    self.title = title
    self.count = count
    self.trailing = trailing
    self.people = people
  }

  /// Draws the line at the top of the pane's rectangle.
  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let line = rect.splitTop(1).top
    let titleStyle = frame.style(frame.isFocused ? "ui.title.focus" : "ui.title")
    let trailingWidth = trailing.isEmpty ? 0 : TextWidth.columns(of: trailing) + 1
    let countWidth = count.isEmpty ? 0 : TextWidth.columns(of: count) + 2
    var column = surface.draw(
      " \(number) ", at: line.origin, clip: line, style: frame.style("ui.text.dim"))
    var room = line.columns - 3 - countWidth - trailingWidth - 1
    if !place.isEmpty, !title.isEmpty {
      let short = TextWidth.truncated(
        place, to: max(0, room / 3), ellipsis: frame.glyphs.ellipsis)
      let start = column
      column = surface.draw(
        "\(short) \(frame.glyphs.breadcrumb) ", at: Point(column: column, row: line.minRow),
        clip: line, style: frame.style("ui.text.dim"))
      room -= column - start
    }
    let people = shownPeople(in: room)
    room -= people.reduce(0) { $0 + TextWidth.columns(of: $1.text) + 1 }
    column = surface.draw(
      TextWidth.truncated(title, to: max(0, room), ellipsis: frame.glyphs.ellipsis),
      at: Point(column: column, row: line.minRow), clip: line, style: titleStyle)
    for run in people {
      column = surface.draw(
        run.text, at: Point(column: column + 1, row: line.minRow), clip: line, style: run.style)
    }
    if !count.isEmpty {
      surface.draw(
        "  " + count, at: Point(column: column, row: line.minRow), clip: line,
        style: frame.style("ui.text.dim"))
    }
    if !trailing.isEmpty {
      surface.draw(
        trailing, at: Point(column: line.maxColumn - trailingWidth, row: line.minRow),
        clip: line, style: frame.style("ui.text.dim"))
    }
  }

  /// The title keeps at least these cells, or half of the room.
  private static let leastTitle = 16

  /// Those for whom the title leaves room; the number of the others as `+2`.
  private func shownPeople(in room: Int) -> [PersonLabel] {
    let free = room - min(TextWidth.columns(of: title), max(Self.leastTitle, room / 2))
    func columns(_ runs: some Sequence<PersonLabel>) -> Int {
      runs.reduce(0) { $0 + TextWidth.columns(of: $1.text) + 1 }
    }
    if columns(people) <= free { return people }
    for count in people.indices.reversed() {
      let rest = PersonLabel(text: "+\(people.count - count)", style: people[count].style)
      let shown = people.prefix(count) + [rest]
      if columns(shown) <= free { return Array(shown) }
    }
    return []
  }
}

/// A name as the header of a pane shows it.
package struct PersonLabel: Hashable, Sendable {
  /// The name with its signs, harmless on a terminal.
  package var text: String
  /// Whose it is, as a style.
  package var style: Style

  /// A name in a style.
  package init(text: String, style: Style) {
    (self.text, self.style) = (text, style)
  }
}

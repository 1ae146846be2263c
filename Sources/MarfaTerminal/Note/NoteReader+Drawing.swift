import NoteReading
import TerminalLayers
import TerminalUI
import Workbench

extension NoteReader {
  /// Draws the lines that are seen, and puts the cursor on the selected link or the first line.
  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let last = min(document.lines.count, top + rect.rows)
    for index in top..<max(top, last) {
      var column = rect.minColumn
      let row = rect.minRow + index - top
      for run in document.lines[index].runs {
        column = surface.draw(
          run.text, at: Point(column: column, row: row), clip: rect, style: run.style)
      }
    }
    if frame.isFocused { surface.cursor = rect.origin }
    drawSoughtLine(in: rect, on: &surface, frame)
    placePictures(in: rect, on: &surface)
    drawHits(in: rect, on: &surface, frame)
    for span in link?.spans ?? [] where (top..<last).contains(span.line) {
      let place = Rect(
        column: rect.minColumn + span.columns.lowerBound, row: rect.minRow + span.line - top,
        columns: span.columns.count, rows: 1)
      surface.restyle(place.intersection(rect), frame.style("markup.link.selected"))
      if frame.isFocused, span == link?.spans.first { surface.cursor = place.origin }
    }
  }

  /// Marks the line that the reader was sent to, and puts the cursor there.
  private func drawSoughtLine(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let row = soughtRow, row < rect.rows else { return }
    let line = Rect(
      column: rect.minColumn, row: rect.minRow + row, columns: rect.columns, rows: 1)
    surface.restyle(line, frame.style("ui.selection.inactive"))
    if frame.isFocused { surface.cursor = line.origin }
  }

  /// Shows the images that are wholly seen, and the rows of half blocks that are.
  private func placePictures(in rect: Rect, on surface: inout Surface) {
    for place in document.pictures {
      drawCells(of: place, in: rect, on: &surface)
      guard let picture = pictures[place.address], place.line >= top,
        place.line + place.area.rows <= top + rect.rows,
        place.column + place.area.columns <= rect.columns
      else { continue }
      let area = Rect(
        column: rect.minColumn + place.column, row: rect.minRow + place.line - top,
        columns: place.area.columns, rows: place.area.rows)
      surface.place(picture, in: area)
    }
  }

  private func drawCells(of place: RenderedPicture, in rect: Rect, on surface: inout Surface) {
    guard let picture = cellPictures[place.address] else { return }
    for (index, row) in picture.rows.prefix(place.area.rows).enumerated()
    where (top..<top + rect.rows).contains(place.line + index) {
      let point = Point(
        column: rect.minColumn + place.column, row: rect.minRow + place.line + index - top)
      surface.draw(row, at: point, clip: rect)
    }
  }

  /// Makes the addresses that are seen links of the terminal.
  package func linkAddresses(in rect: Rect, on surface: inout Surface) {
    let seen = top..<top + rect.rows
    for link in document.links {
      guard case .address(let address) = link.target,
        link.spans.contains(where: { seen.contains($0.line) }), let target = Hyperlink(address)
      else { continue }
      for span in link.spans where seen.contains(span.line) {
        let place = Rect(
          column: rect.minColumn + span.columns.lowerBound, row: rect.minRow + span.line - top,
          columns: span.columns.count, rows: 1)
        surface.link(place.intersection(rect), to: target)
      }
    }
  }

  /// Marks the hits that are seen, the current one more, and puts the cursor on that.
  private func drawHits(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    for hit in hits.hits(on: top..<(top + rect.rows)) {
      let place = Rect(
        column: rect.minColumn + hit.columns.lowerBound, row: rect.minRow + hit.line - top,
        columns: hit.columns.count, rows: 1)
      let isCurrent = hit == hits.currentHit
      surface.restyle(
        place.intersection(rect),
        frame.style(isCurrent ? "editor.search.current" : "editor.search"))
      if frame.isFocused, isCurrent { surface.cursor = place.origin }
    }
  }
}

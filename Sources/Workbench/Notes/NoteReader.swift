import NoteFiles
import NoteReading
import TerminalUI

/// A rendered note, the part of it that is seen, and the link that Enter follows.
package struct NoteReader: Hashable {
  /// Which link to select next.
  package enum Step: Hashable {
    case next, previous
  }

  /// What is shown.
  package private(set) var document: RenderedDocument
  /// The first line that is shown.
  package private(set) var top = 0
  /// Lines that fit, at least 1.
  package private(set) var height = 1
  /// The line of the source text, from 1, that the reader was sent to; nil once it moved on.
  private var soughtLine: Int?
  /// The index of the selected link, if one is.
  package private(set) var selectedLink: Int?
  /// Where the words of the list's filter are.
  package private(set) var hits = NoteHits()
  /// The images that are shown, by their addresses.
  package var pictures: [String: Picture] = [:]
  /// Those that are shown as half blocks, by their addresses.
  package var cellPictures: [String: CellPicture] = [:]
  /// Another one for each document that was shown.
  package private(set) var documentNumber = 0

  package init(document: RenderedDocument) {
    self.document = document
  }

  /// The same place in another rendering of the same note: a new width, theme or text.
  package mutating func replace(document newDocument: RenderedDocument) {
    let sourceLine = document.lines.indices.contains(top) ? document.lines[top].sourceLine : 0
    documentNumber += 1
    document = newDocument
    top = document.line(showing: sourceLine)
    if let link = selectedLink, !document.links.indices.contains(link) { selectedLink = nil }
    clamp()
  }

  /// The pane has a new height.
  package mutating func setHeight(_ rows: Int) {
    height = max(1, rows)
    clamp()
  }

  /// Moves the view.
  package mutating func move(_ movement: Movement) {
    soughtLine = nil
    switch movement {
    case .down(let lines): top += lines
    case .up(let lines): top -= lines
    case .halfPageDown: top += max(1, height / 2)
    case .halfPageUp: top -= max(1, height / 2)
    case .pageDown: top += max(1, height - 1)
    case .pageUp: top -= max(1, height - 1)
    case .top: top = 0
    case .bottom: top = document.lines.count
    case .screenTop, .screenMiddle, .screenBottom: break
    }
    clamp()
  }

  /// Shows the line of the source text, counted from 0, at the top.
  package mutating func go(toSourceLine line: Int) {
    soughtLine = line > 0 ? line + 1 : nil
    top = document.line(showing: line + 1)
    clamp()
  }

  /// The line of the document that the reader was sent to, while it is seen.
  ///
  /// A note that fits on the screen does not scroll, so this alone says where the line is.
  package var soughtRow: Int? {
    guard let soughtLine else { return nil }
    let line = document.line(showing: soughtLine)
    return (top..<top + height).contains(line) ? line - top : nil
  }

  /// Selects the link after or before, or the nearest seen one at first, and shows it; goes round
  /// at the ends.
  package mutating func selectLink(_ step: Step) {
    let count = document.links.count
    guard count > 0 else { return }
    let seen = document.links.firstIndex { ($0.spans.first?.line ?? 0) >= top }
    let next =
      switch (selectedLink, step) {
      case (let link?, .next): link + 1
      case (let link?, .previous): link - 1
      case (nil, .next): seen ?? 0
      case (nil, .previous): (seen ?? count) - 1
      }
    selectedLink = (next + count) % count
    showSelectedLink()
  }

  /// Selects no link.
  ///
  /// - Returns: Whether one was selected.
  package mutating func clearLink() -> Bool {
    defer { selectedLink = nil }
    return selectedLink != nil
  }

  /// The selected link.
  package var link: RenderedLink? { selectedLink.map { document.links[$0] } }

  /// Selects the link at a cell of the view, counted from its top left one.
  ///
  /// - Returns: Whether there is one.
  package mutating func selectLink(at point: Point) -> Bool {
    let found = document.links.firstIndex { link in
      link.spans.contains { $0.line == top + point.row && $0.columns.contains(point.column) }
    }
    if let found { selectedLink = found }
    return found != nil
  }

  // MARK: - Hits

  /// Takes the hits in the document.
  ///
  /// - Parameters:
  ///   - newHits: The hits.
  ///   - goesToFirst: Whether the first is shown at once, as in a note just opened.
  package mutating func setHits(_ newHits: NoteHits, goesToFirst: Bool) {
    hits = newHits
    guard goesToFirst, let first = hits.hits.first else { return }
    show(line: first.line)
  }

  /// Goes to the next or previous hit, and round at the ends.
  package mutating func goToHit(_ step: Step) {
    hits.go(step, from: top)
    if let hit = hits.currentHit { show(line: hit.line) }
  }

  // MARK: - Where the view is

  /// The line of the source text at the top of the view, counted from 0.
  package var topSourceLine: Int {
    guard top > 0, document.lines.indices.contains(top) else { return 0 }
    return document.lines[top].sourceLine - 1
  }

  /// How far the view is, in percent of what is above the last screen.
  package var percent: Int {
    let last = max(0, document.lines.count - height)
    return last == 0 ? 100 : top * 100 / last
  }

  private mutating func showSelectedLink() {
    if let line = link?.spans.first?.line { show(line: line) }
  }

  private mutating func show(line: Int) {
    if line < top || line >= top + height { top = line - height / 3 }
    clamp()
  }

  private mutating func clamp() {
    top = min(max(0, top), max(0, document.lines.count - height))
  }
}

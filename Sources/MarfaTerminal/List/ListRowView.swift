import Foundation
import MarfaSDK
import NoteEditing
import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// One note in the list: a line in the configured form, and while words are looked for a second
/// one with the place where they are.
package struct ListRowView {
  /// The note.
  package var row: ListedItem
  /// The form of the first line.
  package var format: RowFormat
  /// Where the words are that are looked for.
  package var match: MatchingText?
  /// Where the note is, if others in view have its title.
  package var place: String?
  /// The tag that all rows of the list have, which says nothing of this one.
  package var commonTag: String?
  /// Who else is in the note.
  package var people: [PersonHere] = []
  package var isSelected = false
  package var isMarked = false
  /// Whether the sign of what is not on the server is drawn.
  package var showsUnsent = true
  /// The columns of the signs, the same in all rows of a list; without any their place goes.
  package var signColumns = Self.mostSigns
  /// The tags that the row has room for.
  private var tagText = ""
  /// The times that the form shows, each found once: to find the day of a time takes long.
  private var times = (changed: "", created: "")

  package init(
    row: ListedItem, format: RowFormat, match: MatchingText? = nil, place: String? = nil,
    commonTag: String? = nil, isSelected: Bool = false, isMarked: Bool = false
  ) {
    self.row = row
    self.format = format
    self.match = match
    self.place = place
    self.commonTag = commonTag
    self.isSelected = isSelected
    self.isMarked = isMarked
  }

  /// Draws the row: a mark and the parts of the form, below them the line that matches if there is
  /// a second line.
  package func render(in whole: Rect, on surface: inout Surface, _ frame: Frame) {
    let style = style(frame)
    // The column next to the border stays free, so that nothing touches it.
    surface.fill(whole, style: frame.style("ui.text"))
    // Without a line that matches there is nothing in the second one to select.
    let rect = match?.line.isEmpty == false ? whole : whole.line(0)
    surface.fill(rect.inset(left: 1), style: style)
    drawSign(in: rect, on: &surface, style: style, frame)
    let (line, below) = rect.inset(left: 2, right: 1).splitTop(1)
    var fitted = self
    if signColumns == 0 { fitted.format = format.without(.flags) }
    fitted.tellTimes(frame)
    fitted.tagText = fitted.tagText(in: line, frame)
    fitted.drawParts(in: line, on: &surface, style: style, frame)
    if let match, below.rows > 0 {
      let room = below.inset(left: 2)
      surface.drawMarked(
        MarkedText(match.line).showingMark(
          in: room.columns, ellipsis: frame.glyphs.ellipsis), in: room,
        style: frame.style("ui.text.dim", on: style), frame)
    }
  }

  private func drawSign(
    in rect: Rect, on surface: inout Surface, style: Style, _ frame: Frame
  ) {
    let place = Point(column: rect.minColumn + 1, row: rect.minRow)
    if isMarked {
      surface.draw("*", at: place, clip: rect, style: frame.style("ui.mark", on: style))
    } else if isSelected, let bar = frame.selectionBar(on: style) {
      for row in 0..<rect.rows {
        surface.draw(
          bar.text, at: Point(column: place.column, row: place.row + row), clip: rect,
          style: bar.style)
      }
    }
  }

  private func style(_ frame: Frame) -> Style {
    var style = frame.style("ui.text")
    if row.state == .trashed || row.flags.contains(.hasLeft) {
      style = style.overlaid(with: frame.style("note.trashed"))
    }
    if isSelected {
      style = style.overlaid(
        with: frame.style(frame.isFocused ? "ui.selection" : "ui.selection.inactive"))
    }
    return style
  }

  // MARK: - Parts

  private func drawParts(
    in line: Rect, on surface: inout Surface, style: Style, _ frame: Frame
  ) {
    let parts = tagText.isEmpty ? format.without(.tags).parts : format.parts
    let room = max(0, room(in: line, parts, frame))
    var column = line.minColumn
    var hasFlexible = false
    for part in parts {
      let isFlexible = part.isFlexible && !hasFlexible
      hasFlexible = hasFlexible || isFlexible
      let width = isFlexible ? room : width(of: part, frame)
      let cell = Rect(column: column, row: line.minRow, columns: width, rows: 1).intersection(line)
      draw(part, in: cell, on: &surface, style: style, frame)
      column += width
    }
  }

  /// The cells that the other parts leave for the flexible one.
  private func room(in line: Rect, _ parts: [RowFormat.Part], _ frame: Frame) -> Int {
    let flexible = parts.firstIndex { $0.isFlexible }
    let fixed = parts.indices.filter { $0 != flexible }
    return line.columns - fixed.reduce(0) { $0 + width(of: parts[$1], frame) }
  }

  private func width(of part: RowFormat.Part, _ frame: Frame) -> Int {
    part.field == .flags ? signColumns : TextWidth.columns(of: text(of: part, frame))
  }

  /// A row shows two signs at most.
  package static let mostSigns = 2

  private func text(of part: RowFormat.Part, _ frame: Frame) -> String {
    switch part {
    case .text(let text): text
    case .field(.flags, _): ""
    case .field(.title, _): row.displayTitle + placeText
    case .field(.tags, _): tagText
    case .field(.changed, _): times.changed
    case .field(.created, _): times.created
    case .field(.id, _): String(row.id.suffix(8))
    }
  }

  /// The place with what separates it from the title.
  private var placeText: String { place.map { "  " + $0 } ?? "" }

  /// A title that is cut anyway keeps at least this many cells next to the number of tags.
  private static let leastTitleColumns = 12

  /// As many tags as leave the title its room, and the number of the others.
  ///
  /// Where not even the first does, only their number, for which a title may be cut; nothing in a
  /// row that is too narrow for both.
  private func tagText(in line: Rect, _ frame: Frame) -> String {
    let tags = row.tags.filter { $0 != TagRules.favorite && $0 != commonTag }.map { "#" + $0 }
    guard !tags.isEmpty else { return "" }
    let titleColumns = TextWidth.columns(of: row.displayTitle + placeText)
    let room = room(in: line, format.parts, frame) - titleColumns
    var text = ""
    var longest = ""
    for (index, tag) in tags.enumerated() {
      text += index == 0 ? tag : " " + tag
      let others = tags.count - index - 1
      let shown = others == 0 ? text : "\(text) +\(others)"
      if TextWidth.columns(of: text) > room { break }
      if TextWidth.columns(of: shown) <= room { longest = shown }
    }
    guard longest.isEmpty else { return longest }
    let number = "+\(tags.count)"
    let left = room + titleColumns - number.count
    return left >= min(titleColumns, Self.leastTitleColumns) ? number : ""
  }

  private mutating func tellTimes(_ frame: Frame) {
    for case let field? in format.parts.map(\.field) {
      switch field {
      case .changed: times.changed = frame.relativeTime(row.editedAt.date)
      case .created: times.created = frame.relativeTime(row.createdAt.date)
      default: continue
      }
    }
  }

  private func draw(
    _ part: RowFormat.Part, in cell: Rect, on surface: inout Surface, style: Style,
    _ frame: Frame
  ) {
    switch part.field {
    case .flags: drawFlags(in: cell, on: &surface, style: style, frame)
    case .title: drawTitle(in: cell, on: &surface, style: style, frame)
    default:
      let scope = part.field == .tags ? "tag" : "ui.text.dim"
      surface.draw(
        text(of: part, frame), at: cell.origin, clip: cell,
        style: part.field == nil ? style : frame.style(scope, on: style))
    }
  }

  /// Draws the title and the place, which may take half of the room.
  private func drawTitle(
    in cell: Rect, on surface: inout Surface, style: Style, _ frame: Frame
  ) {
    let placeColumns = min(TextWidth.columns(of: placeText), cell.columns / 2)
    let marked = match?.title.isEmpty == false ? match?.title : nil
    let end = surface.drawMarked(
      MarkedText(marked ?? row.displayTitle), in: cell.inset(right: placeColumns), style: style,
      frame)
    let rest = cell.inset(left: end - cell.minColumn)
    surface.draw(
      TextWidth.truncated(placeText, to: rest.columns, ellipsis: frame.glyphs.ellipsis),
      at: rest.origin, clip: rest, style: frame.style("ui.text.dim", on: style))
  }

  private func drawFlags(
    in cell: Rect, on surface: inout Surface, style: Style, _ frame: Frame
  ) {
    var column = cell.minColumn
    for (sign, scope) in signs(frame.glyphs) where column < cell.maxColumn {
      column = surface.draw(
        String(sign), at: Point(column: column, row: cell.minRow), clip: cell,
        style: frame.style(scope, on: style))
    }
  }

  /// How many signs the row has.
  package var signCount: Int { min(Self.mostSigns, signs(.unicode).count) }

  /// The signs of the row with their scopes, the most telling first; the description has them all
  /// in words.
  private func signs(_ glyphs: GlyphSet) -> [(Character, String)] {
    var signs: [(Character, String)] = []
    if row.flags.contains(.isInConflict) { signs.append((glyphs.conflict, "sync.error")) }
    if row.flags.contains(.isRefused) { signs.append((glyphs.refused, "sync.error")) }
    if showsUnsent, row.flags.contains(.isUnsent), signs.isEmpty {
      signs.append((glyphs.unsynced, "sync.pending"))
    }
    if let person = people.first {
      signs.append((glyphs.presence, "presence.\(person.style + 1)"))
    }
    if row.state == .archived { signs.append((glyphs.archived, "note.flag")) }
    if row.flags.contains(.favourite) { signs.append((glyphs.pinned, "note.pinned")) }
    if row.flags.contains(.hasAttachment) { signs.append((glyphs.attachment, "note.flag")) }
    return signs
  }
}

extension ListedItem {
  /// Every sign of the row in words, for those who do not see signs and colours.
  package var description: String { description(showsUnsent: true) }

  /// The same, with or without that a change waits for the server.
  package func description(showsUnsent: Bool) -> String {
    var words: [String] = []
    if flags.contains(.isInConflict) {
      words.append(
        self.state == .trashed ? "changed on one side and trashed on the other" : "in conflict")
    }
    if flags.contains(.isRefused) { words.append("refused by the server") }
    if showsUnsent, flags.contains(.isUnsent) { words.append("not yet on the server") }
    if flags.contains(.favourite) { words.append("favourite") }
    if flags.contains(.pinned) { words.append("pinned") }
    if flags.contains(.hasAttachment) { words.append("has attachments") }
    if self.state == .archived { words.append("in the archive") }
    if self.state == .trashed {
      words.append("in the trash")
    } else if flags.contains(.hasLeft) {
      words.append("no longer matches")
    }
    return words.joined(separator: ", ")
  }
}

import Editor
import NoteEditing
import TerminalLayers
import TerminalUI

/// Other people in the shown note: their names, where they are, and going to them.
extension NotePane {
  /// The others in the shown note, in the order of their names.
  package var people: [PersonHere] {
    session?.isShared == true ? session?.people ?? [] : context.people.people(in: content?.id)
  }

  // MARK: - Going to them

  /// The person whose caret the cursor follows, by id.
  package var followed: String? { pursuit.followed }

  /// Puts the cursor where somebody types, now or as soon as that is known.
  package func go(toPerson id: String) {
    pursuit.sought = id
    seek()
  }

  /// Keeps the cursor where somebody types, until a key is pressed; nil ends it.
  package func follow(person id: String?) {
    pursuit.followed = id
    seek()
  }

  private func seek() {
    guard let session, let wanted = pursuit.wanted,
      let other = session.editor.others.first(where: { $0.id == wanted })
    else { return }
    pursuit.sought = nil
    if session.editor.cursor != other.head { session.editor.moveCursor(toOffset: other.head) }
  }

  /// Whether somebody is in an edited note, or is known to be before the note says so itself.
  private func isHere(_ id: String, in session: NoteSession) -> Bool {
    (session.people + context.people.people(in: session.id)).contains { $0.id == id }
  }

  /// Ends the following before a key is taken.
  ///
  /// - Returns: Whether the key did nothing else.
  func endFollowing(_ key: KeyEvent) -> Bool {
    guard followed != nil else { return false }
    pursuit.followed = nil
    context.messages.notice("Not following any more.")
    return key.key == .escape
  }

  // MARK: - Frames

  /// Goes after whom is followed, shows others where the person is, and fades who becomes idle.
  func updatePeople(_ frame: Frame) {
    guard let session, session.isShared else { return }
    if let followed, !isHere(followed, in: session) { pursuit.followed = nil }
    seek()
    session.showCaret()
    let now = frame.elapsed
    let next = session.people.map { $0.lastSeen + PersonHere.idleAfter - now }.filter { $0 > .zero }
    pursuit.fading?.cancel()
    pursuit.fading = next.min().map { delay in
      context.host.schedule(after: delay) { [weak self] in self?.context.host.requestFrame() }
    }
  }

  /// The names after the title, each in the style of the person; how often a name is here, as
  /// `(2)`.
  func names(_ frame: Frame) -> [PersonLabel] {
    let now = frame.elapsed
    var runs: [PersonLabel] = []
    for (name, people) in Dictionary(grouping: people, by: \.name).sorted(by: { $0.key < $1.key }) {
      guard let first = people.first else { continue }
      var style = style(of: first, frame)
      if people.allSatisfy({ $0.isIdle(at: now) }) { style.modifiers.insert(.dim) }
      let count = people.count > 1 ? "(\(people.count))" : ""
      let sign = String(frame.glyphs.presence)
      runs.append(PersonLabel(text: sign + TextWidth.visible(name) + count, style: style))
    }
    return runs
  }

  private func style(of person: PersonHere, _ frame: Frame) -> Style {
    frame.style("presence.\(person.style + 1)")
  }

  /// Draws the signs of people in the column before the rows that they are in.
  func drawSigns(before area: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let session, !session.editor.others.isEmpty, area.minColumn > 0 else { return }
    let now = frame.elapsed
    for (row, other) in session.editor.rowsOfOthers.reversed() {
      guard let person = session.people.first(where: { $0.id == other.id }) else { continue }
      var style = style(of: person, frame)
      style.modifiers.remove(.underlined)
      if person.isIdle(at: now) { style.modifiers.insert(.dim) }
      let place = Point(column: area.minColumn - 1, row: area.minRow + row)
      surface.draw(
        String(person.sign), at: place, clip: Rect(origin: place, size: Size(columns: 1, rows: 1)),
        style: style)
    }
  }
}

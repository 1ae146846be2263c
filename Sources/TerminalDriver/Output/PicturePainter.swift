import TerminalUI

/// Keeps the pictures on a terminal's screen those of the frame: which are to be sent, shown and
/// removed.
struct PicturePainter {
  /// What a frame changes.
  struct Changes {
    /// Written before the cells.
    var before: [UInt8] = []
    /// Written after them; the cursor is where it was.
    var after: [UInt8] = []
    /// Rows that ncurses has to write again, whatever it believes.
    var overwrittenRows: [Int] = []
  }

  /// Bytes of pictures that the terminal keeps although they are not seen.
  private static let keptBytes = 32 << 20

  /// How the terminal takes pictures; nil as long as it has not said.
  private(set) var form: PictureProtocol?
  private var shown: [PlacedPicture] = []
  /// The pictures that the terminal keeps, the one shown last at the end, with their bytes.
  private var kept: [(number: UInt32, byteCount: Int)] = []

  /// The terminal said how it takes pictures; the best way is used.
  mutating func adopt(_ form: PictureProtocol) { self.form = max(form, self.form ?? form) }

  /// Goes on to the pictures of a frame.
  ///
  /// - Parameters:
  ///   - wanted: The pictures that are to be seen.
  ///   - isCleared: Whether nothing that was there before is there now.
  /// - Returns: What is to be written.
  mutating func changes(
    to wanted: [PlacedPicture], afterClearing isCleared: Bool
  ) -> Changes {
    guard let form else { return Changes() }
    let wanted = wanted.filter { form.takes($0.picture.form) }
    if wanted.isEmpty, shown.isEmpty { return Changes() }
    var changes = Changes()
    let gone = isCleared ? shown : shown.filter { !wanted.contains($0) }
    var new = isCleared ? wanted : wanted.filter { !shown.contains($0) }
    switch form {
    case .kitty: changes.before = gone.flatMap { Array(PictureSequences.hiding($0).utf8) }
    case .iTerm, .sixel:
      if !isCleared { changes.overwrittenRows = gone.flatMap { Array($0.rect.rowRange) } }
      // What is on a row that is written again is gone, too.
      let rows = Set(changes.overwrittenRows)
      new += wanted.filter {
        !new.contains($0) && !rows.isDisjoint(with: $0.rect.rowRange)
      }
    }
    for placed in new {
      changes.after += show(placed, form)
    }
    if !new.isEmpty {
      changes.after =
        Array(ModeSequences.saveCursor.utf8) + changes.after
        + Array(ModeSequences.restoreCursor.utf8)
    }
    shown = wanted
    changes.after += forgetOldest()
    return changes
  }

  /// Removes everything, for a screen that is given back.
  mutating func removeAll() -> [UInt8] {
    defer { (shown, kept) = ([], []) }
    return kept.flatMap { Array(PictureSequences.forgetting($0.number).utf8) }
  }

  private mutating func show(_ placed: PlacedPicture, _ form: PictureProtocol) -> [UInt8] {
    let place = ModeSequences.move(toColumn: placed.rect.minColumn, row: placed.rect.minRow)
    switch form {
    case .iTerm: return Array(place.utf8) + PictureSequences.inline(placed)
    case .sixel: return Array(place.utf8) + placed.picture.payload
    case .kitty:
      var bytes: [UInt8] = []
      let picture = placed.picture
      if let index = kept.firstIndex(where: { $0.number == picture.number }) {
        kept.append(kept.remove(at: index))
      } else {
        bytes = PictureSequences.transmission(of: picture)
        kept.append((picture.number, picture.byteCount))
      }
      return bytes + Array((place + PictureSequences.placement(of: placed)).utf8)
    }
  }

  /// Makes the terminal forget what it need not keep any more.
  private mutating func forgetOldest() -> [UInt8] {
    var bytes: [UInt8] = []
    while kept.reduce(0, { $0 + $1.byteCount }) > Self.keptBytes, let oldest = kept.first,
      !shown.contains(where: { $0.picture.number == oldest.number })
    {
      bytes += Array(PictureSequences.forgetting(oldest.number).utf8)
      kept.removeFirst()
    }
    return bytes
  }
}

extension Rect {
  /// The rows that it takes.
  fileprivate var rowRange: Range<Int> { minRow..<maxRow }
}

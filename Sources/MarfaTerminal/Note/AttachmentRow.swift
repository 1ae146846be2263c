import MarfaSDK
import NoteFiles
import TerminalLayers
import TerminalUI

/// An attached file as the note shows it: its name, its size and where it is.
struct AttachmentRow: Hashable {
  /// What a person calls it.
  var name: String
  /// In a few columns; empty while it is not known.
  var size: String
  /// Where it is, in words.
  var state: String
  /// The same where there is less room; nil for the words as they are.
  var shortState: String?
  /// Whether the words report a failure.
  var isFailure = false
  /// Whether the file is on this machine.
  var isHere = true

  /// The row of a file.
  ///
  /// - Parameters:
  ///   - attachment: The file.
  ///   - upload: Its upload; nil when there is none.
  ///   - fetching: How far it is on its way here; nil when it is not.
  ///   - hasServer: Whether the notes have a server.
  ///   - isLost: Whether the server said that it does not have it.
  init(
    _ attachment: ItemAttachment, upload: UploadRow?, fetching: String?, hasServer: Bool,
    isLost: Bool = false
  ) {
    name = attachment.attachment.title ?? String(attachment.attachment.blobRef.prefix(15))
    size = attachment.size.map(PaceWords.bytes) ?? ""
    switch attachment.state {
    case .here: (state, shortState) = ("on this machine", "here")
    case .waiting: state = upload?.summary ?? "queued"
    case .paused: state = upload?.summary ?? "paused"
    case .failed(let words):
      (state, shortState, isFailure) = ("failed: \(words)", words, true)
    case .stored: (state, shortState) = ("here and on server", "on server")
    case .remote where isLost:
      (state, shortState) = ("neither here nor on server", "lost")
      (isFailure, isHere) = (true, false)
    case .remote:
      (state, shortState) =
        hasServer
        ? ("on server, Enter to fetch", "to fetch") : ("not on this machine", "not here")
      isHere = false
    }
    if let fetching { (state, shortState) = (fetching, nil) }
  }

  /// A file of which only the name is known yet.
  init(_ attachment: Attachment) {
    name = attachment.title ?? String(attachment.blobRef.prefix(15))
    (size, state) = ("", "")
  }

  /// The words for its state that a number of columns takes.
  func state(in columns: Int) -> String {
    guard let shortState, TextWidth.columns(of: state) > columns else { return state }
    return shortState
  }

  static let sizeColumns = 8

  /// Draws the row: a sign, name and size in columns, and the state.
  @MainActor func render(
    in rect: Rect, names: Int, isSelected: Bool, on surface: inout Surface, _ frame: Frame
  ) {
    var style = frame.style("ui.text")
    if isSelected { style = style.overlaid(with: frame.style("ui.selection")) }
    surface.fill(rect, style: style)
    let dim = isSelected ? style : frame.style("ui.text.dim")
    surface.drawLine(
      "\(frame.glyphs.attachment) \(name)", in: rect.splitLeft(names + 2).left,
      style: isHere ? style : dim, frame)
    // The words of a file whose size nobody knows need its room.
    let (cell, words) = rect.splitLeft(names + 2).rest.splitLeft(
      size.isEmpty ? 0 : Self.sizeColumns + 1)
    let start = max(cell.minColumn, cell.maxColumn - TextWidth.columns(of: size))
    surface.draw(size, at: Point(column: start, row: cell.minRow), clip: cell, style: dim)
    let room = words.inset(left: 2)
    surface.drawLine(
      state(in: room.columns), in: room,
      style: isFailure ? frame.style("sync.error", on: style) : dim, frame)
  }
}

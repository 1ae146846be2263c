import TerminalLayers
import TerminalUI

/// The files of a note and what links to it, below its text.
extension NotePane {
  /// The files of the shown note.
  func updateAttachments(in area: Rect, _ frame: Frame) {
    guard let item = live?.item else { return }
    if attachments == nil, item.attachments.isEmpty { return }
    let files = attachments ?? AttachmentsDrawer(context: context, id: item.id)
    attachments = files
    files.follow(item.attachments)
    files.update(in: areas(in: area).attachments, frame)
  }

  func drawAttachments(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let attachments, attachments.isShown else { return }
    var drawerFrame = frame
    drawerFrame.isFocused = frame.isFocused && part == .attachments
    attachments.render(in: area, on: &surface, drawerFrame)
  }

  /// The drawer of the shown note, where there is room for it.
  func updateDrawer(in area: Rect, paneRows: Int, _ frame: Frame) {
    guard paneRows >= Self.rowsForDrawer, let id = content?.id else {
      drawer?.hide()
      return
    }
    let drawer = self.drawer ?? BacklinksDrawer(context: context, id: id)
    self.drawer = drawer
    drawer.isHidden = false
    drawer.followEdges()
    drawer.update(in: area.splitBottom(drawer.wantedRows(of: area.rows)).bottom, frame)
  }

  func drawDrawer(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let drawer, drawer.isShown else { return }
    var drawerFrame = frame
    drawerFrame.isFocused = frame.isFocused && part == .backlinks
    drawer.render(in: area, on: &surface, drawerFrame)
  }
}

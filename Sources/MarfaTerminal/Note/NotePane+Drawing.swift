import Editor
import MarfaSDK
import NoteFiles
import NoteReading
import TerminalUI

extension NotePane {
  private static let headerRows = 2

  /// The fewest rows of the pane with which the drawer is shown below the note.
  package static let rowsForDrawer = 20

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    followChanges()
    followFate()
    PaneHeader(number: 3, place: place, title: title, trailing: trailing(columns: rect.columns))
      .render(in: rect, on: &surface, frame)
    var area = rect.inset(left: 1, top: Self.headerRows, right: 1)
    guard content != nil else {
      drawEmpty(in: area, on: &surface, frame)
      return
    }
    drawTags(in: rect.inset(left: 1, top: 1, right: 1), on: &surface, frame)
    area = drawDrawer(in: area, paneRows: rect.rows, on: &surface, frame)
    area = drawAttachments(in: area, on: &surface, frame)
    textArea = area
    drawText(in: area, on: &surface, frame)
  }

  private func drawText(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    let hasCursor = frame.isFocused && !isDrawerFocused
    if let session {
      session.editor.fit(area.size)
      session.editor.render(
        into: &surface, in: area, styles: EditorStyles(theme: frame.theme), isFocused: hasCursor)
      if hasCursor { completion?.render(in: area, on: &surface, frame) }
      return
    }
    var textFrame = frame
    textFrame.isFocused = hasCursor
    reader.setHeight(area.rows)
    renderDocument(in: area, frame)
    updateHits()
    reader.render(in: area, on: &surface, textFrame)
    if application.settings.linkForm == .underlined { reader.linkAddresses(in: area, on: &surface) }
  }

  private func renderDocument(in area: Rect, _ frame: Frame) {
    guard let body = content?.body else { return }
    var options = RenderOptions(
      width: area.columns, styles: MarkdownStyles(frame.theme.style), isASCII: frame.glyphs.isASCII,
      linkForm: application.settings.linkForm)
    options.imageFacts = images.facts
    let isFirst = reader.document.lines.isEmpty
    let now = rendering.document(
      of: body, options: options, firstScreen: isFirst ? area.rows : nil
    ) { [weak self] document in
      self?.show(document)
      self?.application.host.requestFrame()
    }
    if let now { show(now) }
  }

  private func show(_ document: RenderedDocument) {
    images.look(at: document, of: content?.id, files: files) { [weak self] in
      self?.application.host.requestFrame()
    }
    reader.replace(document: document)
    if let line = wantedLine, !document.isTruncated {
      reader.go(toSourceLine: line)
      wantedLine = nil
    }
  }

  /// Finds the files that the shown note may name.
  var files: @Sendable () async -> ReferencedFiles {
    let (store, id) = (application.client.store, content?.id)
    let folders = ImportFolders(directories: application.settings.directories)
    return {
      // Without the note nothing is known of its files; that it cannot be read is told elsewhere.
      guard let id, let item = try? await store.item(id: id) else { return ReferencedFiles() }
      return ReferencedFiles(of: item, in: folders)
    }
  }

  // MARK: - Hits of the list's filter

  /// Looks for the words of the list's filter in the shown document, when either is new.
  private func updateHits() {
    let filter = application.workspace.list.filter
    let goesToFirst = wantedLine == nil && reader.top == 0
    hitSearch.update(
      filter: filter, document: reader.document, number: reader.documentNumber,
      now: application.now()
    ) { [weak self] hits in
      self?.reader.setHits(hits, goesToFirst: goesToFirst)
      self?.application.host.requestFrame()
    }
  }

  // MARK: - Around the text

  /// Where the note is, when no list stands beside it to say so.
  private var place: String {
    let workspace = application.workspace
    return workspace.layout.panes.count == 1 ? workspace.sources.title : ""
  }

  /// Words, reading time and place while editing, as far as there is room; else that it is stored.
  ///
  /// Whether what is typed is stored the status line says.
  private func trailing(columns: Int) -> String {
    if isOpening { return "opening …" }
    guard let session else {
      guard let id = content?.id else { return "" }
      if application.unsaved[id] != nil { return "not stored" }
      return fate == .here ? "saved" : fate.word
    }
    let facts = session.editor.statistics
    let count = session.restedWordCount
    let words = count == 1 ? "1 word" : "\(count) words"
    if session.fate != .here { return session.fate.word }
    if columns < 40 { return "" }
    return columns < 60
      ? words : "\(words)  \(facts.readingMinutes) min  \(facts.position)"
  }

  private func drawTags(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    // A change of tags makes no new version of the note; the list's row has it at once.
    let row = application.workspace.list.selectedRow
    guard let tags = row?.id == content?.id ? row?.tags : content?.tags, !tags.isEmpty else {
      return
    }
    surface.drawLine(
      tags.map { "#" + $0 }.joined(separator: " "), in: rect.splitTop(1).top,
      style: frame.style("tag"), frame)
  }

  /// Draws a line for each attachment at the foot; at most a quarter of the rows.
  private func drawAttachments(in area: Rect, on surface: inout Surface, _ frame: Frame) -> Rect {
    guard let item = live?.item, item.id == content?.id, !item.attachments.isEmpty else {
      return area
    }
    let shown = item.attachments.prefix(max(1, area.rows / 4))
    let (rest, foot) = area.splitBottom(shown.count)
    for (index, attachment) in shown.enumerated() {
      let name = attachment.title ?? attachment.blobRef
      surface.drawLine(
        "\(frame.glyphs.attachment) \(name)   \(attachment.mimeType)",
        in: foot.inset(top: index).splitTop(1).top, style: frame.style("ui.text.dim"), frame)
    }
    return rest
  }

  private func drawDrawer(
    in area: Rect, paneRows: Int, on surface: inout Surface, _ frame: Frame
  ) -> Rect {
    guard paneRows >= Self.rowsForDrawer, let id = content?.id else {
      drawer?.hide()
      return area
    }
    let drawer = self.drawer ?? BacklinksDrawer(application: application, id: id)
    self.drawer = drawer
    drawer.followEdges()
    let (rest, foot) = area.splitBottom(drawer.wantedRows(of: area.rows))
    var drawerFrame = frame
    drawerFrame.isFocused = frame.isFocused && isDrawerFocused
    drawer.render(in: foot, on: &surface, drawerFrame)
    return rest
  }

  private func drawEmpty(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    guard id == nil, !application.workspace.list.isAwaited else { return }
    surface.draw(
      "Select a note, or press n for a new one.", at: area.origin, clip: area,
      style: frame.style("ui.text.dim"))
  }
}

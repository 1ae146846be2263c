import Editor
import MarfaSDK
import NoteFiles
import NoteMarkup
import NoteReading
import TerminalLayers
import TerminalUI
import Workbench

extension NotePane {
  private static let headerRows = 2
  /// Fewer rows are all for the text.
  private static let rowsForGap = 12
  /// The most rows of an image.
  private static let mostPictureRows = 24

  /// The fewest rows of the pane with which the drawer is shown below the note.
  package static let rowsForDrawer = 20

  package func update(in rect: Rect, _ frame: Frame) {
    guard content != nil else { return }
    followId()
    let area = area(below: rect)
    updateDrawer(in: area, paneRows: rect.rows, frame)
    updateAttachments(in: area, frame)
    textArea = areas(in: area).text
    updateText(in: textArea, frame)
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    PaneHeader(
      number: 3, place: around.placeOfSoleNote, title: restedTitle.former ?? title,
      trailing: trailing(columns: rect.columns), people: names(frame)
    )
    .render(in: rect, on: &surface, frame)
    let area = area(below: rect)
    guard content != nil else {
      drawEmpty(in: area, on: &surface, frame)
      return
    }
    drawTags(in: rect.inset(left: 1, top: 1, right: 1), on: &surface, frame)
    let areas = areas(in: area)
    drawDrawer(in: areas.drawer, on: &surface, frame)
    drawAttachments(in: areas.attachments, on: &surface, frame)
    drawText(in: areas.text, on: &surface, frame)
  }

  /// The rows below title and tags; one is free below either.
  private func area(below rect: Rect) -> Rect {
    let tagRows = shownTags.isEmpty || rect.rows < Self.rowsForGap ? 0 : 1
    return rect.inset(left: 1, top: Self.headerRows + tagRows, right: 1)
  }

  /// How the rows below the header are shared: the text gets what the others leave.
  func areas(in area: Rect) -> (text: Rect, attachments: Rect, drawer: Rect) {
    let (upper, drawer) = area.splitBottom(drawer?.wantedRows(of: area.rows) ?? 0)
    let wanted = attachments?.wantedRows(
      of: upper.rows, free: upper.rows - textRows - 1, hasKeys: part == .attachments)
    let (text, files) = upper.splitBottom(wanted ?? 0)
    // Else a long text would touch the list of files.
    let gap = files.isEmpty || text.rows < Self.rowsForGap ? 0 : 1
    return (text.splitBottom(gap).rest, files, drawer)
  }

  /// The rows that the text needs; all that there are for one that is edited or not laid out whole,
  /// and for one with pictures, whose size follows that of the pane.
  private var textRows: Int {
    let document = reader.document
    guard session == nil, !document.isTruncated, document.pictures.isEmpty else { return .max / 2 }
    return document.lines.count
  }

  /// The editor or the reader gets the size of its area, and what is seen is laid out.
  private func updateText(in area: Rect, _ frame: Frame) {
    if let session {
      let effects = session.editor.catchUp()
      if !effects.isEmpty { carryOut(effects) }
      updateKeyBox()
      session.editor.fit(area.size)
      completion?.prepare()
      updatePeople(frame)
      return
    }
    reader.setHeight(area.rows)
    renderDocument(in: area, frame)
    updateHits(frame)
  }

  private func drawText(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    let hasCursor = frame.isFocused && focusedComponent === self
    if let session {
      session.editor.render(
        into: &surface, in: area, styles: EditorStyles(theme: frame.theme), isFocused: hasCursor)
      drawSigns(before: area, on: &surface, frame)
      if hasCursor { completion?.render(in: area, on: &surface, frame) }
      return
    }
    var textFrame = frame
    textFrame.isFocused = hasCursor
    reader.render(in: area, on: &surface, textFrame)
    if context.settings.linkForm == .underlined { reader.linkAddresses(in: area, on: &surface) }
  }

  private func renderDocument(in area: Rect, _ frame: Frame) {
    guard let body = content?.body else { return }
    var options = RenderOptions(
      width: area.columns, styles: MarkdownStyles(frame.theme.style), isASCII: frame.glyphs.isASCII,
      linkForm: context.settings.linkForm)
    options.imageFacts = images.facts
    options.pictures = pictureAreas(in: area)
    options.shownTitle = content?.title
    options.joinsLines = context.settings.configuration.joinsLines
    options.isPlain = frame.isPlain
    options.embeds = embeds.texts
    options.toggledCallouts = toggledCallouts
    let isFirst = reader.document.lines.isEmpty
    let now = rendering.document(
      of: body, options: options, firstScreen: isFirst ? area.rows : nil
    ) { [weak self] document in
      self?.show(document)
      self?.context.host.requestFrame()
    }
    if let now { show(now) } else if images.isStale(imageReason) { look(at: reader.document) }
  }

  /// The cells of the images that are shown: at most three quarters of the rows, so that each can
  /// be seen with its name and what is above that.
  private func pictureAreas(in area: Rect) -> [String: PictureArea] {
    let room = PictureArea(
      columns: area.columns, rows: min(Self.mostPictureRows, area.rows * 3 / 4))
    return images.pictures.mapValues {
      PictureArea(ofPixels: $0.size.width, $0.size.height, in: room)
    }
  }

  private func show(_ document: RenderedDocument) {
    look(at: document)
    embeds.look(for: document.embeds, in: content?.id, find: embeddedText) { [weak self] in
      self?.context.host.requestFrame()
    }
    reader.replace(document: document)
    showPictures()
    if let line = wantedLine, !document.isTruncated {
      reader.go(toSourceLine: line)
      wantedLine = nil
    }
  }

  /// Gives the reader the images, and has those made that the terminal does not take.
  private func showPictures() {
    let settings = context.settings
    reader.pictures = images.pictures.compactMapValues(\.picture)
    reader.cellPictures = [:]
    guard let form = settings.drawnForm else { return }
    let places = reader.document.pictures.compactMap { place -> (String, DrawnPictures.Place)? in
      guard let image = images.pictures[place.address], image.picture == nil else { return nil }
      return (
        place.address, DrawnPictures.Place(path: image.path, area: place.area, form: form)
      )
    }
    drawnPictures.look(for: places.map(\.1), settings.environment) { [weak self] in
      self?.showPictures()
      self?.context.host.requestFrame()
    }
    for (address, place) in places {
      switch drawnPictures[place] {
      case .cells(let picture): reader.cellPictures[address] = picture
      case .sixels(let picture): reader.pictures[address] = picture
      case nil: break
      }
    }
  }

  private func look(at document: RenderedDocument) {
    images.look(at: document, of: content?.id, for: imageReason, files: files) { [weak self] in
      self?.showPictures()
      self?.context.host.requestFrame()
    }
  }

  private var imageReason: NoteImages.Reason {
    let item = live?.item
    return NoteImages.Reason(
      form: context.settings.pictures, drawnForm: context.settings.drawnForm,
      attachments: item?.id == content?.id ? item?.attachments ?? [] : [],
      generation: context.files.generation)
  }

  /// Finds the text that `![[name#heading]]` stands for in the shown note.
  private var embeddedText: @Sendable (String) async -> String? {
    let (store, id, own) = (context.client.store, content?.id, content?.body)
    return { name in
      let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0].isEmpty, parts.count == 2, let own {
        return MarkdownSection.text(of: own, under: String(parts[1]))
      }
      // What cannot be read stays a link, and following that says why.
      guard let target = try? await store.linkedItem(String(parts[0]), as: .name, from: id),
        target != id, let body = try? await store.noteText(id: target).body
      else { return nil }
      guard parts.count == 2 else { return body }
      return MarkdownSection.text(of: body, under: String(parts[1]))
    }
  }

  /// Finds the files that the shown note may name.
  var files: @Sendable () async -> ReferencedFiles {
    let (store, id) = (context.client.store, content?.id)
    let folders = ImportFolders(directories: context.settings.directories)
    let blobs = store.blobs
    return {
      // Without the note nothing is known of its files; that it cannot be read is reported
      // elsewhere.
      guard let id, let item = try? await store.item(id: id) else { return ReferencedFiles() }
      return ReferencedFiles(of: item, in: folders, blobs: blobs)
    }
  }

  // MARK: - Hits of the list's filter

  /// Looks for the words of the list's filter in the shown document, when either is new.
  private func updateHits(_ frame: Frame) {
    let filter = list.filter
    let goesToFirst = wantedLine == nil && reader.top == 0
    hitSearch.update(
      filter: filter, document: reader.document, number: reader.documentNumber,
      now: frame.now
    ) { [weak self] hits in
      self?.reader.setHits(hits, goesToFirst: goesToFirst)
      self?.context.host.requestFrame()
    }
  }

  // MARK: - Around the text

  /// Words, reading time and place while editing, as far as there is room; else that it is stored.
  ///
  /// The status line says whether what is typed is stored.
  private func trailing(columns: Int) -> String {
    if isOpening { return "opening …" }
    guard let session else {
      guard let id = content?.id else { return "" }
      if sessions.unsaved[id] != nil { return "not stored" }
      return fate == .here ? storedWord(id) : fate.word
    }
    let facts = session.editor.statistics
    let count = session.restedWordCount
    let words = count == 1 ? "1 word" : "\(count) words"
    if session.fate != .here { return session.fate.word }
    if columns < 40 { return "" }
    return columns < 60
      ? words : "\(words)  \(facts.readingMinutes) min  \(facts.position)"
  }

  /// Where the shown note is stored; for notes without a server there is one place only.
  private func storedWord(_ id: String) -> String {
    guard let row = list.selectedRow, row.id == id,
      context.sync.status != nil || row.flags.contains(.isInConflict)
    else { return "saved" }
    return row.serverWord(showsUnsent: list.unsent.shows(row))
  }

  private func drawTags(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.drawLine(
      shownTags.map { "#" + $0 }.joined(separator: " "), in: rect.splitTop(1).top,
      style: frame.style("tag"), frame)
  }

  /// The tags of the note.
  private var shownTags: [String] {
    // A change of tags makes no new version of the note; the list's row has it at once.
    let row = list.selectedRow
    let tags = (row?.id == content?.id ? row?.tags : content?.tags) ?? []
    return tags.filter { $0 != TagRules.favorite }
  }

  private func drawEmpty(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    // No note can be written into the trash or the archive.
    guard id == nil, !list.isAwaited, !list.isEmptyByFilter, list.source != .trash,
      list.source != .archive
    else { return }
    surface.draw(
      "Select a note, or press n for a new one.", at: area.origin, clip: area,
      style: frame.style("ui.text.dim"))
  }
}

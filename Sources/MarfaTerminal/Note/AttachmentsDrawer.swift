import MarfaSDK
import NoteFiles
import Settings
import TerminalLayers
import TerminalUI

/// The files of the shown note below its text, with where each is; Enter fetches and opens one.
@MainActor package final class AttachmentsDrawer: Component, Movable, Selectable {
  /// Where it was drawn in the last frame; empty while it is not shown.
  package private(set) var area = Rect(column: 0, row: 0, columns: 0, rows: 0)

  /// What its states depend on; they are read again when it changes.
  private struct Reason: Hashable {
    var attachments: [Attachment]
    var uploads: [BlobUploadProgress.Phase?]
    /// The uploads of the store, kept up to date by its events.
    var waiting: Int
    var generation: Int
    /// Whether the server can be asked for the sizes of files that are only there.
    var hasWay: Bool
    var connection: SyncStatus.Connection?
  }

  private let context: Context
  private let id: String
  private var attachments: [Attachment] = []
  /// The files with what is known of their bytes.
  private var known: [ItemAttachment] = []
  private var readFor: Reason?
  private var cursor = RowCursor()
  private var loading: Task<Void, Never>?
  private var asking: Task<Void, Never>?
  /// The blobs about which the server has answered: their size, or that it does not have them.
  private var answered: Set<String> = []

  /// The files of a note.
  package init(context: Context, id: String) { (self.context, self.id) = (context, id) }

  /// Whether it is on the screen.
  package var isShown: Bool { !area.isEmpty }

  /// Ends the reading of states.
  func stop() {
    loading?.cancel()
    asking?.cancel()
  }

  /// Waits until the states are read.
  package func finishLoading() async {
    await loading?.value
    await asking?.value
  }

  /// Reads states again if something happened to a file since.
  ///
  /// - Parameter attachments: The files that the note has now.
  package func follow(_ attachments: [Attachment]) {
    let before = self.attachments
    self.attachments = attachments
    showAdded(since: before)
    let reason = Reason(
      attachments: attachments,
      uploads: attachments.map { context.sync.uploads.row(of: $0.blobRef)?.phase },
      waiting: context.sync.status?.uploads ?? 0,
      generation: context.files.generation, hasWay: context.sync.attachments != nil,
      connection: context.sync.status?.connection)
    guard reason != readFor else { return }
    readFor = reason
    loading?.cancel()
    guard !attachments.isEmpty else {
      known = []
      return
    }
    loading = Task { [weak self, context] in
      await self?.read()
      context.host.requestFrame()
      self?.askForSizes()
    }
  }

  /// Asks the server, until it answers once, how large the files are that are only there.
  private func askForSizes() {
    let unknown = known.filter { $0.state == .remote && $0.size == nil }
    let hashes = Set(unknown.map(\.attachment.blobRef)).subtracting(answered)
    guard asking == nil, !hashes.isEmpty, let remote = context.sync.attachments else { return }
    asking = Task { [weak self, context, id] in
      defer { self?.asking = nil }
      // Without a connection the sizes stay unknown; they are asked for with the next one.
      guard let isNews = try? await remote.learnSizes(of: id) else { return }
      self?.answered.formUnion(hashes)
      guard isNews else { return }
      await self?.read()
      context.host.requestFrame()
    }
  }

  private func read() async {
    do {
      let list = try await context.client.attachments.list(id)
      guard !Task.isCancelled else { return }
      known = list
    } catch {
      // What was given up is read again by who gave it up, if anybody shows it.
      guard !Task.isCancelled else { return }
      context.messages.minorError(
        "The attached files cannot be read: \(ErrorText.sentence(for: error))")
    }
  }

  /// Selects what the person has just attached.
  private func showAdded(since before: [Attachment]) {
    guard let added = context.files.lastAttached, !before.contains(added),
      let row = attachments.firstIndex(of: added)
    else { return }
    cursor.setCount(attachments.count)
    cursor.select(row)
  }

  /// The rows that it takes below a note: a quarter, or what the text leaves free, and half of them
  /// while it has the keys; never more than it has files, none without files.
  ///
  /// - Parameters:
  ///   - rows: The rows for text and files.
  ///   - free: Those of them that the text does not need.
  ///   - hasKeys: Whether it has the keys.
  /// - Returns: The number.
  func wantedRows(of rows: Int, free: Int = 0, hasKeys: Bool = false) -> Int {
    // With fewer than two the number of the others would hide a file.
    let most = max(min(rows, 2), hasKeys ? rows / 2 : rows / 4, min(free, rows - 1))
    return min(attachments.count, most)
  }

  /// The rows for files: the last one is for the number of the others, where there are more.
  private func fileRows(of rows: Int) -> Int { attachments.count > rows ? max(1, rows - 1) : rows }

  /// The files as they are shown, in the order of the note.
  private var rows: [AttachmentRow] {
    attachments.map { attachment in
      guard let state = known.first(where: { $0.attachment == attachment }) else {
        return AttachmentRow(attachment)
      }
      return AttachmentRow(
        state, upload: context.sync.uploads.row(of: attachment.blobRef),
        fetching: context.files.words(of: attachment.blobRef),
        hasServer: context.sync.status != nil,
        isLost: context.files.lost.contains(attachment.blobRef))
    }
  }

  /// The selected file; nil when there is none.
  private var selected: Attachment? {
    attachments.indices.contains(cursor.selected) ? attachments[cursor.selected] : nil
  }

  // MARK: - Component

  package var keyContext: KeyContext { .drawer }

  package var hints: [ActionHint] {
    [
      ActionHint("note.open", "open"), ActionHint(keys: "x", "remove"),
      ActionHint(keys: "y", "copy name"), ActionHint("note.attach", "attach"),
      ActionHint("app.cancel", "back"),
    ]
  }

  package func takes(_ key: KeyEvent) -> Bool {
    key.modifiers.isEmpty && [.character("x"), .character("y")].contains(key.key)
  }

  package func move(_ movement: Movement) { cursor.move(movement) }

  package func activate() -> [Effect] {
    guard let selected else { return [] }
    return [.call { [context] in context.files.open(selected) }]
  }

  package func handle(_ event: InputEvent) -> EventResult {
    switch event {
    case .mouse(let mouse): return handle(mouse)
    case .key(KeyEvent(.character("x"))): return .consumed(remove())
    case .key(KeyEvent(.character("y"))):
      selected.map { context.copy($0.title ?? $0.blobRef, called: "The file's name") }
      return .consumed()
    default: return .ignored
    }
  }

  private func handle(_ mouse: MouseEvent) -> EventResult {
    switch mouse.action {
    case .wheelDown: cursor.scrollWindow(by: 1)
    case .wheelUp: cursor.scrollWindow(by: -1)
    case .press:
      let row = cursor.top + mouse.location.row - area.minRow
      guard cursor.visible.contains(row) else { return .consumed() }
      cursor.select(row)
    default: return .ignored
    }
    return .consumed()
  }

  /// Asks, then takes the file away from the note.
  private func remove() -> [Effect] {
    guard let selected else { return [] }
    let name = selected.title ?? "the file"
    return [
      .push(
        ConfirmDialog(
          question: "Take “\(name)” away from this note?", confirmKey: "t",
          confirmLabel: "take it away"
        ) { [context, id] in
          context.work.perform("Taking the file away") {
            try await context.client.attachments.remove(selected, from: id)
            context.messages.notice("Taken away: \(name).")
            context.files.recordRemoval(of: selected, from: id)
          }
        })
    ]
  }

  // MARK: - Drawing

  package func update(in rect: Rect, _ frame: Frame) {
    area = rect
    cursor.setCount(attachments.count)
    cursor.setHeight(fileRows(of: rect.rows))
  }

  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let rows = rows
    let longest = rows.map { TextWidth.columns(of: TextWidth.visible($0.name)) }.max() ?? 0
    let names = min(longest, rect.columns / 2)
    for index in cursor.visible where rows.indices.contains(index) {
      rows[index].render(
        in: rect.line(index - cursor.top), names: names,
        isSelected: frame.isFocused && index == cursor.selected, on: &surface, frame)
    }
    drawRest(in: rect, on: &surface, frame)
    guard frame.isFocused else { return }
    surface.cursor = Point(
      column: rect.minColumn, row: rect.minRow + cursor.selected - cursor.top)
  }

  /// How many files are above the first row and below the last one, in a row of its own.
  private func drawRest(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let (above, below) = (cursor.top, attachments.count - cursor.visible.upperBound)
    guard fileRows(of: rect.rows) < rect.rows else { return }
    var parts: [String] = []
    if above > 0 { parts.append("\(above) above") }
    if below > 0 { parts.append("\(frame.glyphs.moreBelow) \(below) more") }
    surface.drawLine(
      parts.joined(separator: ", "), in: rect.splitBottom(1).bottom.inset(left: 2),
      style: frame.style("ui.text.dim"), frame)
  }
}

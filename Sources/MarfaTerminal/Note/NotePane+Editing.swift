import Editor
import MarfaSDK
import NoteEditing
import NoteFiles
import TerminalLayers
import TerminalUI
import Workbench

/// Opening and leaving the editor, and doing what it asks for.
extension NotePane {
  /// Whether the note is being edited.
  package var isEditing: Bool { session != nil }

  /// What keys do in a note that has just been opened in the editor.
  package enum OpeningMode: Hashable {
    /// They are commands.
    case normal
    /// They type.
    case insert
    /// They type, in a note that was made for it: it goes away again if nothing is written.
    case insertNew
  }

  /// Opens the editor on the shown note, at the line that is seen.
  package func edit(in mode: OpeningMode) async {
    guard let id else { return }
    await edit(id: id, in: mode)
  }

  /// Opens the editor on a note.
  ///
  /// The text is laid out for editing away from the main actor, however long it is.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - mode: What keys do at first.
  package func edit(id: String, in mode: OpeningMode) async {
    if content?.id != id {
      load(id: id)
      // Its pictures and backlinks may take long, and keys wait for the editor.
      await loading?.value
    }
    await tasks.leaving?.value
    guard let content, content.id == id, session == nil else { return }
    context.memory.jumps.visit(id)
    ask(aboutOpened: id)
    if await resume(id: id, in: mode) { return }
    // A small note is open before a frame could say so.
    isOpening = content.body.utf8.count > NoteRendering.immediateBytes
    defer { isOpening = false }
    if isOpening { context.host.requestFrame() }
    guard let session = await newSession(of: content, in: mode) else { return }
    if mode != .insertNew { session.go(toLine: reader.topSourceLine) }
    if mode != .normal { session.editor.startInserting() }
    self.session = session
    if let newer = self.content {
      session.observed(TextBase(text: newer.body, token: newer.token))
    }
    follow()
  }

  /// Shows the session of a note again whose text is not stored yet.
  ///
  /// - Returns: Whether there is one.
  private func resume(id: String, in mode: OpeningMode) async -> Bool {
    guard let unsaved = sessions.unsaved[id] ?? sessions.leaving[id], await !unsaved.hasEnded()
    else { return false }
    session = unsaved
    sessions.resumed(unsaved)
    unsaved.shown()
    if mode != .normal { unsaved.editor.startInserting() }
    follow()
    return true
  }

  /// A session of a note that is not shown yet; nil if another note was chosen meanwhile.
  private func newSession(of content: NoteContent, in mode: OpeningMode) async -> NoteSession? {
    let id = content.id
    var options = EditorOptions()
    options.preset = context.settings.configuration.editingPreset == .plain ? .plain : .vim
    options.textWidth = context.settings.configuration.textWidth
    let shared = await openDocument(of: id)
    let text = shared?.text ?? content.body
    let editor = await context.undoArchives.open(text, options: options, noteId: id)
    guard wantedId == id, session == nil else {
      await shared?.document.close()
      return nil
    }
    let source = source(
      of: editor.buffer, base: TextBase(text: text, token: content.token), id: id, shared)
    return NoteSession(
      id: id, editor: editor, source: source, host: sessions,
      undoArchives: context.undoArchives,
      refusedFolder: context.settings.directories.edit, isNew: mode == .insertNew,
      joining: { [weak self] in await self?.document(of: id, following: $0) })
  }

  /// The document of a note that is edited already; nil where it cannot be had.
  private func document(of id: String, following former: TextHandOver) async -> DocumentText? {
    guard let opened = await openDocument(of: id) else { return nil }
    return await DocumentText.following(
      former, opened.document, note: opened.note, me: presence, elapsed: context.elapsed)
  }

  /// What others are shown of the person.
  private var presence: @MainActor () -> OwnPresence? {
    { [context] in
      OwnPresence(context.settings.configuration, keyLabel: context.people.keyLabel)
    }
  }

  /// An opened document, with its text.
  private typealias OpenedDocument = (
    document: any NoteDocument, note: NoteReplica, text: String
  )

  /// Opens the document of a note; nil where there is none, and where it cannot be opened: then the
  /// text is edited as it is stored.
  private func openDocument(of id: String) async -> OpenedDocument? {
    guard let document = await context.people.document(id) else { return nil }
    // Without a name there is another one.
    context.people.keyLabel = try? await context.client.store.serverProfile().keyLabel
    do {
      let (note, text) = try await DocumentText.prepared(document.open())
      return (document, note, text)
    } catch {
      await document.close()
      context.messages.keep(
        error: "The note is edited alone: \(ErrorText.sentence(for: error))")
      return nil
    }
  }

  private func source(
    of buffer: TextBuffer, base: TextBase, id: String, _ opened: OpenedDocument?
  ) -> any NoteTextSource {
    let readsTags = context.settings.configuration.readsInlineTags
    guard let opened else {
      return StoredText(store: context.client.store, id: id, base: base, readsTags: readsTags)
    }
    return DocumentText(
      opened.document, note: opened.note, buffer: buffer, readsTags: readsTags,
      me: presence, elapsed: context.elapsed)
  }

  /// Puts the cursor of the open editor at an offset in UTF-8 bytes; nil leaves it where it is.
  package func type(at offset: Int?) {
    if let offset { session?.editor.moveCursor(toOffset: offset) }
  }

  /// Stores what is typed and not yet stored.
  package func saveNow() { session?.save() }

  /// Stores what is typed and leaves the editor, as before the program ends.
  package func leave() { leaveEditor() }

  func leaveEditor() {
    guard let session else { return }
    session.save()
    keepTyped(in: session)
    sessions.left(session)
    pursuit.followed = nil
    let editor = session.editor
    context.work.perform("Keeping the undo history") { [context] in
      await context.undoArchives.keep(editor, noteId: session.id)
    }
    takeOver(editor.buffer, of: session.id)
    self.session = nil
    showTitle()
    tasks.cancel()
    if session.isNew, editor.buffer.isEmpty { context.carryOut(.discard(emptyNote: session.id)) }
    completion = nil
    keyHelp.hide()
  }

  /// Shows the edited text; a large one is put together away from the main actor.
  private func takeOver(_ buffer: TextBuffer, of id: String) {
    guard content?.id == id else { return }
    if buffer.byteCount <= NoteRendering.immediateBytes {
      content?.body = buffer.text
      return
    }
    tasks.leaving = Task { [weak self] in
      let text = await StoredText.text(of: buffer)
      if self?.content?.id == id { self?.content?.body = text }
      self?.context.host.requestFrame()
    }
  }

  /// One step out of the drawer, the editor or a selected link.
  ///
  /// - Returns: Whether there was one.
  package func stepOut() -> Bool {
    if part != .text {
      part = .text
      return true
    }
    if isEditing {
      stepOutOfEditor()
      return true
    }
    return reader.clearLink()
  }

  /// Runs an action of the editor.
  ///
  /// - Returns: Whether the note is being edited.
  package func performInEditor(_ action: EditorAction) -> Bool {
    guard let session else { return false }
    carryOut(session.editor.perform(action, at: context.elapsed()))
    return true
  }

  /// Goes on typing after an action that `Ctrl-o` let through.
  func resumeTyping() { session?.editor.resumeTyping() }

  /// Runs a line of vi's command mode on the edited text.
  ///
  /// - Returns: Whether it is one.
  func runInEditor(_ line: String) -> Bool {
    guard let session, let command = ExCommand(line) else { return false }
    carryOut(session.editor.run(command, at: context.elapsed()))
    return true
  }

  /// Does what the editor asks for outside an event.
  func carryOut(_ effects: [EditorEffect]) {
    guard case .consumed(let wanted) = perform(effects) else { return }
    for effect in wanted { context.carryOut(effect) }
  }

  /// Does what the editor asks for; ignored if a key was none of its.
  func perform(_ effects: [EditorEffect]) -> EventResult {
    var (wanted, isOurs): ([Effect], Bool) = ([], true)
    for effect in effects {
      switch effect {
      case .textChanged(let changes): session?.typed(changes)
      case .requestCompletion(let request): complete(request)
      case .endCompletion: completion = nil
      case .search(let job): run(job)
      case .endSearch: tasks.searching?.cancel()
      case .work(let work): run(work)
      case .endWork: tasks.working?.cancel()
      case .setClipboard(let text): context.copyQuietly(text)
      case .requestClipboard: supplyClipboard()
      case .message(let message): context.messages.notice(EditorText.sentence(for: message))
      case .leave: stepOutOfEditor()
      case .followLink(let link): wanted.append(.follow(link.linkTarget))
      case .bell: context.ring()
      case .save: session?.save()
      case .unhandled: isOurs = false
      }
    }
    isKeyBoxBehind = true
    return isOurs ? .consumed(wanted) : .ignored
  }

  /// Searches a long text away from the main actor; a later search takes the place of this one.
  private func run(_ job: SearchJob) {
    tasks.searching?.cancel()
    tasks.searching = Task { [weak self] in
      let finding = await job.run()
      guard let finding, !Task.isCancelled, let self, let session else { return }
      carryOut(session.editor.finish(finding, at: context.elapsed()))
      context.host.requestFrame()
    }
  }

  /// Does an event that takes longer than a key away from the main actor.
  private func run(_ work: EditorWork) {
    tasks.working?.cancel()
    tasks.working = Task { [weak self] in
      let result = await work.run()
      guard let result, !Task.isCancelled, let self, let session else { return }
      let effects = session.editor.finish(result, at: context.elapsed())
      carryOut(effects)
      // Keys that waited for the editor and are none of its go the way of any key.
      let keys = effects.compactMap { if case .unhandled(let key) = $0 { key } else { nil } }
      context.carryOut(.handOn(keys))
      context.host.requestFrame()
    }
  }

  private func supplyClipboard() {
    context.work.performHolding("Reading the clipboard") { [self] in
      let text = await context.pasted()
      guard let session else { return }
      carryOut(session.editor.supplyClipboard(text, at: context.elapsed()))
    }
  }

  private func complete(_ request: CompletionRequest) {
    if completion == nil, let id { completion = CompletionBox(context: context, noteId: id) }
    completion?.update(request)
  }
}

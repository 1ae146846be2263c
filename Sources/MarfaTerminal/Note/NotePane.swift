import Editor
import MarfaSDK
import NoteEditing
import NoteFiles
import NoteMarkup
import NoteReading
import TerminalLayers
import TerminalUI
import Workbench

/// The right pane: the note as rendered Markdown, or in the editor.
///
/// Reader, session, drawers, pictures and what was read ahead are types of their own; what is here
/// says which of them is shown, and of which note.
@MainActor package final class NotePane: Movable, Selectable {
  /// The note that is shown.
  package var content: NoteContent?
  /// The rendered note; kept while editing for the way back.
  package internal(set) var reader = NoteReader(document: RenderedDocument())
  /// The editor, while the note is edited.
  package internal(set) var session: NoteSession?
  /// The part of the pane that has the keys, when the pane has them.
  package enum Part: Hashable {
    case text, attachments, backlinks
  }

  /// The part that has the keys.
  package var part = Part.text
  /// Whether the editor is being opened on the note.
  package internal(set) var isOpening = false
  /// How often a note was read.
  package internal(set) var reads = 0

  let context: Context
  /// The list that the note is selected in.
  let list: ListPane
  unowned let around: any NoteSurroundings
  /// What edited notes need, and those that the store refuses.
  package let sessions: NoteSessions
  /// To whom the cursor goes.
  var pursuit = Pursuit()
  /// What is shown of a title that is being typed.
  let restedTitle = RestedTitle()
  let rendering = NoteRendering()
  let images = NoteImages()
  let drawnPictures = DrawnPictures()
  let embeds = NoteEmbeds()
  let ahead: NotesReadAhead
  /// The source lines of callouts that were folded or unfolded here.
  var toggledCallouts: Set<Int> = []
  /// The shown note as the store has it.
  var live: LiveNote?
  var wantedLine: Int?
  var completion: CompletionBox?
  package var drawer: BacklinksDrawer?
  /// The files below the text.
  package internal(set) var attachments: AttachmentsDrawer?
  private(set) lazy var keyHelp = KeyHelp(context: context)
  /// Whether a key came since the box of keys was last looked at.
  var isKeyBoxBehind = false
  var hitSearch = HitSearch()
  /// Where the text was in the last frame.
  var textArea = Rect(column: 0, row: 0, columns: 0, rows: 0)
  var wantedId: String?
  var loading: Task<Void, Never>?
  /// What is done for the editor away from the main actor.
  var tasks = EditorTasks()

  /// Shows nothing until a note is selected.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - list: The list that the note is selected in.
  ///   - around: What is around it, which keeps it.
  package init(context: Context, list: ListPane, around: any NoteSurroundings) {
    self.context = context
    self.list = list
    self.around = around
    sessions = NoteSessions(context: context)
    ahead = NotesReadAhead(context: context)
    sessions.pane = self
  }

  // MARK: - Which note

  /// The id of the note that is shown or being loaded, as the store has it: a server may have given
  /// the shown note another one than it was opened by.
  package var id: String? {
    guard wantedId == content?.id, let item = live?.item else { return wantedId }
    return item.id
  }

  /// The title of the shown note.
  package var title: String { content?.displayTitle ?? "" }

  /// Shows the note that is selected in the list, unless another is being edited.
  package func preview(id: String) {
    guard self.id != id else { return }
    leaveEditor()
    load(id: id)
  }

  /// Shows a note, and remembers it for the way back.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - line: The line of the text to go to, from 0.
  ///   - isJump: Whether this is the way back or forward, which is not remembered.
  package func show(id: String, line: Int? = nil, isJump: Bool = false) {
    if !isJump { context.memory.jumps.visit(id) }
    guard self.id != id else {
      line.map(go(toSourceLine:))
      return
    }
    leaveEditor()
    wantedLine = line
    ask(aboutOpened: id)
    load(id: id)
  }

  /// Shows no note, as next to an empty list.
  package func showNothing() {
    guard wantedId != nil, session == nil else { return }
    loading?.cancel()
    ahead.stop()
    rendering.cancel()
    live?.stop()
    closeDrawers()
    (wantedId, content, live) = (nil, nil, nil)
    reader = NoteReader(document: RenderedDocument())
    hitSearch = HitSearch()
    restedTitle.end()
    context.setTitle("")
  }

  // MARK: - Reading

  /// The headings of the note, in order, found away from the main actor: that is linear.
  package func headings() async -> [MarkdownScan.Heading] {
    if let buffer = session?.editor.buffer { return await Self.headings { buffer.text } }
    let text = content?.body ?? ""
    return await Self.headings { text }
  }

  /// The line of a part that a link names, from 0; nil when the note has none.
  func line(of part: String) async -> Int? {
    if let buffer = session?.editor.buffer { return await Self.line(of: part) { buffer.text } }
    let text = content?.body ?? ""
    return await Self.line(of: part) { text }
  }

  @concurrent
  private nonisolated static func line(
    of part: String, in text: @Sendable () -> String
  ) async -> Int? {
    MarkdownSection.line(of: part, in: text())
  }

  @concurrent
  private nonisolated static func headings(
    in text: @Sendable () -> String
  ) async -> [MarkdownScan.Heading] {
    MarkdownScan(text()).headings
  }

  /// Moves the cursor to a line of the text, counted from 0.
  package func go(toSourceLine line: Int) {
    if session != nil {
      session?.go(toLine: line)
    } else {
      reader.go(toSourceLine: line)
    }
  }

  package func move(_ movement: Movement) { reader.move(movement) }

  package func activate() -> [Effect] { [.run("link.follow")] }

  /// Selects the next or previous link.
  package func selectLink(_ step: NoteReader.Step) { reader.selectLink(step) }

  /// Folds the callout that begins on a line of the text, from 1, or unfolds it.
  func toggleCallout(onLine line: Int) { toggledCallouts.formSymmetricDifference([line]) }

  /// Goes to the next or previous hit of the list's filter.
  package func goToHit(_ step: NoteReader.Step) { reader.goToHit(step) }

  // MARK: - The drawer

  /// Gives the keys to what is below the note: to the files first, after them to the backlinks.
  ///
  /// - Parameter before: The part that had them.
  package func focusDrawer(after before: Part = .text) {
    let hasLinks = drawer?.isShown == true
    if attachments?.isShown == true, before != .attachments || !hasLinks {
      part = .attachments
    } else if hasLinks {
      part = .backlinks
    } else {
      context.messages.notice("Nothing links here, or the backlinks do not fit.")
    }
  }

  /// Gives the keys to the files below the text, if there are any.
  package func focusAttachments() {
    guard attachments?.isShown == true else {
      context.messages.notice("The note has no files; :note.attach adds one.")
      return
    }
    part = .attachments
  }

  func closeDrawers() {
    part = .text
    drawer?.stop()
    attachments?.stop()
    (drawer, attachments) = (nil, nil)
  }
}

import TerminalUI

/// An open text with its cursor, modes, history and view: a value that turns events into effects.
///
/// Give it keys, pastes and remote changes; it returns effects for the application to carry out. It
/// does no I/O and reads no clock: the time is given with each event, as a duration since any fixed
/// instant. Offsets are UTF-8 bytes (`TextBuffer`). `fit(_:)` sets the size of its pane; then
/// `render(into:in:styles:isFocused:)` draws without changing anything.
public struct Editor: Sendable {
  /// The settings; a new preset takes effect at once.
  public var options: EditorOptions {
    didSet { adopt(options) }
  }

  // Each of these is written in its own file only, by methods that say what happens.
  // MARK: The text

  var content: MeasuredText
  var caret = Caret()
  /// The registers: texts by name.
  public internal(set) var registers = Registers()
  /// The marks: remembered places.
  public internal(set) var marks = Marks()
  /// Where others are in the text, set by the application; they follow the text.
  public var others: [OtherCaret] = []
  /// The steps that can be undone.
  public internal(set) var history: UndoHistory

  // MARK: Keys

  var modes: ModeState
  var dialogue = Dialogue()
  var parser = CommandParser()
  var typing = TypingState()
  var finds = FindMemory()
  var macros = MacroRecorder()
  var playback = Repeat()
  var visual = VisualMemory()
  var clipboard = ClipboardWait()
  var completing = CompletionState()
  var lines = LineMode()

  // MARK: Search and view

  var search = SearchState()
  var viewport = Viewport()

  // MARK: The event being handled

  var meter = WorkMeter.unlimited
  /// The length of the text that was opened, in UTF-8 bytes.
  let sizeAtOpening: Int
  var work = WorkQueue()
  var turn = EventTurn()

  /// Opens a text; linear in its length.
  public init(_ text: String = "", options: EditorOptions = EditorOptions()) {
    content = MeasuredText(text)
    sizeAtOpening = content.buffer.byteCount
    history = UndoHistory(limits: options.undoLimits)
    modes = ModeState(options.preset == .plain ? .plain : .normal)
    self.options = options
  }
}

// MARK: - State

extension Editor {
  /// The text.
  public var buffer: TextBuffer { content.buffer }

  /// The cursor (`head`) and what is selected; on cluster boundaries inside the text.
  public var selection: Selection { caret.selection }

  /// The input line that is open, for the application to draw; nil when none is.
  public var prompt: EditorPrompt? { dialogue.prompt }

  /// The replacement that is being asked about; nil when none is.
  public var confirmation: ReplacementSession? { dialogue.confirmation }

  /// The mode: how keys are interpreted now.
  public var mode: EditorMode {
    if prompt != nil { return .prompt }
    return confirmation != nil ? .confirm : state
  }

  /// The mode, but for open lines and questions.
  var state: EditorMode { modes.current }

  /// The register that a macro is being recorded into; nil when none is.
  public var recordingRegister: Character? { macros.register }

  /// The cursor, in UTF-8 bytes from the start of the text.
  public var cursor: Int { selection.head }

  /// The whole text; linear.
  public var text: String { buffer.text }

  /// The keys typed so far of an unfinished command, in key notation.
  public var pendingKeys: String { parser.pendingKeys }
}

// MARK: - Events

extension Editor {
  /// Takes a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: The effects for the application, in order.
  public mutating func handle(_ key: KeyEvent, at time: Duration) -> [EditorEffect] {
    take(.key(key), at: time)
  }

  /// Takes a bracketed paste: verbatim, as one step of undo, with no indentation of its own.
  ///
  /// Line ends of any kind become line feeds, as terminals send carriage returns. In normal and
  /// visual mode it is refused with `.pasteIgnored`.
  ///
  /// - Parameters:
  ///   - text: The pasted text.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: The effects for the application, in order.
  public mutating func paste(_ text: String, at time: Duration) -> [EditorEffect] {
    take(.paste(text), at: time)
  }

  /// Gives the clipboard's text after `.requestClipboard`; nil when it cannot be read.
  ///
  /// - Parameters:
  ///   - text: The text, or nil to use what was last copied here.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: The effects for the application, in order.
  public mutating func supplyClipboard(_ text: String?, at time: Duration) -> [EditorEffect] {
    take(.clipboard(text), at: time)
  }

  /// Performs changes of the application's own, as one step of undo that the person can undo.
  ///
  /// - Parameters:
  ///   - changes: Sequential, each for the text that those before it left.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: The effects for the application, in order; `.textChanged` reports the same changes.
  public mutating func edit(_ changes: [TextChange], at time: Duration) -> [EditorEffect] {
    take(.edit(changes), at: time)
  }

  /// Runs an action by itself, as a palette or menu does.
  ///
  /// - Parameters:
  ///   - action: What to do; an operator waits for its text as it does after its key.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: The effects for the application, in order.
  public mutating func perform(_ action: EditorAction, at time: Duration) -> [EditorEffect] {
    take(.action(action), at: time)
  }

  /// Handles an event and returns its effects; the meter counts its cost.
  mutating func perform(_ event: EditorEvent, at time: Duration) -> [EditorEffect] {
    turn.begin(
      at: time, cursor: cursor, size: buffer.byteCount, mostSize: mostSize(after: event))
    perform(event)
    settle()
    updateCompletion()
    let isTyped = state.isTyping && !turn.changes.isEmpty
    viewport.fallBehind(leaving: isTyped ? viewport.size.rows / 3 : 0)
    return turn.finish()
  }

  private mutating func perform(_ event: EditorEvent) {
    switch event {
    case .key(let key): press(key)
    case .paste(let text): typePaste(Editor.normalized(text))
    case .clipboard(let text):
      if let text { receiveClipboard(Editor.normalized(text)) }
      finishPut()
    case .edit(let changes):
      history.closeStep(cursor: cursor)
      for change in changes { self.change(change.range, change.replacement) }
      settle()
      history.closeStep(cursor: cursor)
    case .action(let action):
      if state.isTyping {
        performTyping(action, argument: nil)
      } else {
        perform(ParsedCommand(action: action))
      }
    case .line(let command): runTyped(command)
    case .completion(let text): complete(with: text)
    case .finding(let finding): take(finding)
    }
  }

  /// Takes a key that was pressed; a macro that is being recorded keeps it.
  private mutating func press(_ key: KeyEvent) {
    let wasRecording = recordingRegister != nil
    let stops =
      wasRecording && state == .normal && !parser.isPending && !dialogue.isOpen
      && key == KeyEvent("q")
    if stops { return stopRecording() }
    dispatch(key)
    if wasRecording, turn.effects.last != .unhandled(key) { record([key]) }
  }

  /// Whether a replay must stop: something failed, or it takes too long.
  var mustStop: Bool { turn.hasFailed || meter.isSpent }

  /// Takes a key typed or replayed.
  mutating func dispatch(_ key: KeyEvent) {
    meter.spend(10)
    turn.beginCommand(cursor: cursor)
    let isOnce = modes.once != nil
    modes.handOn(false)
    defer { if isOnce { endNormalOnce() } }
    if search.awaited != nil {
      // A key ends a search that is still running; Escape does nothing else.
      endSearch()
      if key.key == .escape { return }
    }
    if lines.replayed != nil {
      replayInLine(key)
    } else if prompt != nil {
      handlePrompt(key)
    } else if confirmation != nil {
      handleConfirmation(key)
    } else if state.isTyping {
      handleTyping(key)
    } else {
      handleSequence(key)
    }
    settle()
  }

  private mutating func handleSequence(_ key: KeyEvent) {
    if modes.once != nil, state == .normal, key.key == .escape, !parser.isPending { return }
    let context: EditorKeymap.Context = state.isVisual ? .visual : .normal
    let wasPending = parser.isPending
    switch parser.accept(key, in: context, keymap: options.keymap) {
    case .pending, .cancelled: break
    case .complete(let command):
      perform(command)
      guard command.isCountCut else { return }
      // The next key would take the message away before it was read.
      if state.isTyping { typing.cutCount() } else { sayCountIsCut() }
    case .rejected:
      if wasPending { return fail() }
      if playback.isPlaying {
        // The application asks for a command line, but a macro brings its own.
        if key == KeyEvent(":") { lines.begin() } else { fail() }
        return
      }
      modes.handOn(true)
      turn.emit(.unhandled(key))
    }
  }

  /// Says that a count was higher than counts may be.
  mutating func sayCountIsCut() {
    turn.emit(.message(.countCut(to: CommandParser.countLimit)))
  }

  /// Reports that a key could not do what it means; a running macro stops.
  mutating func fail(_ message: EditorMessage? = nil) {
    turn.fail()
    if let message { turn.emit(.message(message)) }
    turn.emit(.bell)
  }

  private mutating func adopt(_ options: EditorOptions) {
    history.limit(to: options.undoLimits)
    let isPlain = state == .plain
    guard isPlain != (options.preset == .plain) else { return }
    history.closeStep(cursor: cursor)
    parser.reset()
    modes.enter(isPlain ? .normal : .plain)
    caret.place(at: cursor)
    settle()
  }

  /// Line ends of any kind as line feeds.
  static func normalized(_ text: String) -> String {
    guard text.utf8.contains(0x0d) else { return text }
    var result: [UInt8] = []
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x0d {
        result.append(0x0a)
      } else if byte != 0x0a || previous != 0x0d {
        result.append(byte)
      }
      previous = byte
    }
    return String(decoding: result, as: UTF8.self)
  }
}

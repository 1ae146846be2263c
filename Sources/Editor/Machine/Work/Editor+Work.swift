import TerminalUI

// MARK: - Events that may be long

extension Editor {
  /// Whether the application does something for the editor that takes long; keys wait for its end,
  /// Escape and `Ctrl-c` end it and leave the text as it was.
  public var isWorking: Bool { work.isWorking }

  /// Does an event, or has the application do it if it takes too long for a key.
  mutating func take(_ event: EditorEvent, at time: Duration) -> [EditorEffect] {
    if work.isWorking { return wait(event, at: time) }
    meter.lift()
    if isShort(event) { return perform(event, at: time) }
    var left = options.stepsPerEvent
    return take(event, at: time, steps: &left)
  }

  /// Does an event with that many steps; those it does not need are left.
  private mutating func take(
    _ event: EditorEvent, at time: Duration, steps: inout Int
  ) -> [EditorEffect] {
    let before = self
    meter.limit(to: steps)
    let effects = perform(event, at: time)
    let meter = meter
    self.meter.lift()
    steps = meter.steps
    switch meter.state {
    case .going: return effects
    case .spent:
      self = before
      self.meter.lift()
      return [begin(event, at: time)]
    case .tooLarge:
      self = before
      self.meter.lift()
      return [.message(.tooLarge), .bell]
    }
  }

  /// Whether an event is short whatever the text: a character that is typed.
  private func isShort(_ event: EditorEvent) -> Bool {
    guard case .key(let key) = event, case .character = key.key,
      key.modifiers.subtracting(.shift).isEmpty
    else { return false }
    return state.isTyping && prompt == nil && confirmation == nil && typing.awaiting == nil
      && lines.replayed == nil && search.awaited == nil && hasRoom(for: 64)
  }

  private mutating func begin(_ event: EditorEvent, at time: Duration) -> EditorEffect {
    let before = self
    let number = work.begin(event)
    return .work(EditorWork(number: number, event: event, time: time, editor: before))
  }

  /// Takes what came of work that `.work` asked for, then what was typed meanwhile.
  ///
  /// - Parameters:
  ///   - result: What `EditorWork.run()` gave; that of an earlier work is ignored.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: What the application is to do, in order.
  public mutating func finish(_ result: EditorWorkResult, at time: Duration) -> [EditorEffect] {
    guard work.isCurrent(result.number), let event = work.event else { return [] }
    let isStale = work.isStale
    let waiting = work.end()
    if isStale {
      let effect = begin(event, at: time)
      work.wait(waiting)
      return [effect]
    }
    guard case .done(let editor, let effects) = result.outcome else {
      guard case .refused(let message) = result.outcome else { return [] }
      // What was typed after it was meant for what it would have left.
      return [.message(message), .bell]
    }
    let (size, options, work) = (viewport.size, options, work)
    self = editor
    self.work.goOn(as: work)
    self.options = options
    fit(size)
    return effects + goOn(with: waiting, at: time)
  }

  /// Does what waited; all together take no longer than one event may.
  ///
  /// Keys after one that is the application's are handed on as well: it may lead elsewhere.
  private mutating func goOn(with waiting: [EditorEvent], at time: Duration) -> [EditorEffect] {
    var effects: [EditorEffect] = []
    var left = options.stepsPerEvent
    for (index, event) in waiting.enumerated() {
      effects += take(event, at: time, steps: &left)
      guard !work.isWorking else {
        work.wait(waiting[(index + 1)...])
        break
      }
      if case .unhandled? = effects.last {
        for case .key(let key) in waiting[(index + 1)...] { effects.append(.unhandled(key)) }
        break
      }
    }
    return effects
  }

  /// Lets an event wait for the end of the work, or ends the work.
  private mutating func wait(_ event: EditorEvent, at time: Duration) -> [EditorEffect] {
    switch event {
    case .key(let key)
    where key.key == .escape || key == KeyEvent(.character("c"), modifiers: .control):
      work.end()
      return [.endWork]
    case .edit:
      work.end()
      return [.endWork] + take(event, at: time)
    default:
      return work.wait(event) ? [] : [.bell]
    }
  }
}

// MARK: - Room

extension Editor {
  /// The most text that an editor holds for its note, undo and registers, in bytes.
  ///
  /// A longer note can be opened; it grows only by what is typed.
  public static let mostText = TextBuffer.mostKept

  /// The longest text that keys make of a shorter one, in bytes; what is pasted or comes from
  /// elsewhere may make it longer.
  ///
  /// Counts and copies of copies make any length in a moment, and a note costs far more than its
  /// text: to index its words takes up to 14 times its length, and a second for this much.
  public static let mostMade = 1 << 20

  /// The most bytes of text that an event may lead to.
  ///
  /// What keys do in a note that was opened longer makes it an eighth longer at most.
  func mostSize(after event: EditorEvent) -> Int {
    switch event {
    case .key, .action, .line: max(Editor.mostMade, sizeAtOpening + sizeAtOpening / 8)
    case .paste, .clipboard, .edit, .completion, .finding: .max
    }
  }

  /// What a single event may always add, in bytes.
  private static let freeGrowth = 16 << 10

  /// Whether that many bytes may be put into the text, which keeps them once and undo again.
  func hasRoom(for bytes: Int) -> Bool {
    let kept = buffer.byteCount + history.byteCount + registers.byteCount
    return kept + 2 * bytes <= Editor.mostText && buffer.byteCount + bytes <= turn.mostSize
      || buffer.byteCount + bytes <= turn.sizeAtStart + Editor.freeGrowth
  }

  /// Ends the event if that many bytes have no room.
  ///
  /// - Returns: Whether they have.
  mutating func makeRoom(for bytes: Int) -> Bool {
    if hasRoom(for: bytes) { return true }
    meter.refuse()
    return false
  }

  /// A text a number of times; empty when there is no room for it, and the event is refused.
  mutating func repeated(_ text: String, _ count: Int) -> String {
    let (bytes, isTooLarge) = text.utf8.count.multipliedReportingOverflow(by: max(0, count))
    guard !isTooLarge, makeRoom(for: bytes) else {
      meter.refuse()
      return ""
    }
    return String(repeating: text, count: max(0, count))
  }
}

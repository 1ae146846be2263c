/// When the text of an edited note is stored: a value that decides, given what happened.
///
/// States: `stored` ⇄ `changed` → `storing` → (`stored` | `changed` | `merging`); a change made
/// elsewhere leads through `merging`; `abandoned` is the end. At most one save or merge is under
/// way, and what happens meanwhile is part of the state, so that nothing typed is taken for stored.
///
/// The text is stored once typing rests, and every so often while it does not. A text that the
/// store refuses is kept in a file, and is tried again after a pause that doubles up to half a
/// minute.
package struct SaveMachine: Hashable, Sendable {
  /// What the store has of the text.
  package private(set) var state = State.stored
  /// What the text's file has.
  package private(set) var file = File.none
  /// How often in a row the store refused the text.
  package private(set) var refusals = 0
  /// The timers that run.
  package private(set) var timers: Set<Timer> = []
  /// Whether the screen reports that the note is gone, which is why the store refuses its text.
  private var isRemovalReported = false
  /// How long the last save took.
  private var lastSaveMilliseconds = 0
  private var actions: [Action] = []
  private var autosaveMilliseconds = 0
  private var pace = Pace.alone
  private var sinceSaveMilliseconds = Int.max

  /// The machine of a text that is stored.
  package init() {}

  /// Whether the store has everything that was typed, and typing rests.
  package var isSettled: Bool {
    switch state {
    case .stored: !timers.contains(.rest)
    case .merging(let meanwhile):
      meanwhile.text == .unchanged && !timers.contains(.rest)
    case .changed, .storing: false
    case .abandoned: true
    }
  }

  /// Whether the text has changed since the last save began or ended.
  package var isDirty: Bool {
    switch state {
    case .stored, .abandoned: false
    case .changed: true
    case .storing(let meanwhile), .merging(let meanwhile): meanwhile.text != .unchanged
    }
  }

  /// Whether the store refused the last save.
  package var isRefused: Bool { refusals > 0 }

  /// Takes what happened and decides what to do.
  ///
  /// Events that do not fit the state are ignored, such as a timer that was stopped too late.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - autosaveMilliseconds: The rest after which a text is stored.
  ///   - pace: Whether others wait for what is typed.
  ///   - sinceSaveMilliseconds: How long ago the last save ended.
  /// - Returns: What must be done, in order.
  package mutating func on(
    _ event: Event, autosaveMilliseconds: Int, pace: Pace = .alone,
    sinceSaveMilliseconds: Int = .max
  ) -> [Action] {
    guard state != .abandoned else { return [] }
    (self.autosaveMilliseconds, self.pace) = (autosaveMilliseconds, pace)
    self.sinceSaveMilliseconds = sinceSaveMilliseconds
    actions = []
    take(event)
    defer { actions = [] }
    return actions
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .typed: typed()
    case .rested: rested()
    case .elapsed(let timer): elapsed(timer)
    case .returned: if isRefused, state == .changed { wait(.rest, usualRest) }
    case .stored(let milliseconds): stored(milliseconds)
    case .refused: refused()
    case .conflicted: conflicted()
    case .arrived: arrived()
    case .merged(let differs): merged(differs)
    case .fileKept, .fileTaken, .fileRefused: fileEnded(event)
    case .fileWanted: keepFile()
    case .removed: isRemovalReported = true
    case .found: isRemovalReported = false
    case .abandoned:
      settle()
      state = .abandoned
      actions.append(.removeFile)
    }
  }

  // MARK: - Typing and timers

  /// The rest after which a text is stored: ten times what the last save took, if that is longer;
  /// where others wait for it, as long after the last save as that took, which mostly is at once.
  private var usualRest: Int {
    switch pace {
    case .alone: max(autosaveMilliseconds, 10 * lastSaveMilliseconds)
    case .shared, .urgent: max(0, lastSaveMilliseconds - sinceSaveMilliseconds)
    }
  }

  /// The pause before a refused text is tried again.
  private var retryRest: Int {
    let rest = max(autosaveMilliseconds, usualRest)
    return max(rest, min(30_000, rest << min(refusals, 16)))
  }

  private mutating func typed() {
    switch state {
    case .stored: state = .changed
    case .storing(var meanwhile):
      if meanwhile.text == .unchanged { meanwhile.text = .changed }
      state = .storing(meanwhile)
    case .merging(var meanwhile):
      if meanwhile.text == .unchanged { meanwhile.text = .changed }
      state = .merging(meanwhile)
    case .changed, .abandoned: break
    }
    fileGetsOlder()
    storeSoon()
  }

  private mutating func storeSoon() {
    if pace == .urgent, usualRest == 0, state == .changed { return rested() }
    wait(.rest, usualRest)
    if !timers.contains(.pause) { wait(.pause, usualRest) }
  }

  private mutating func fileGetsOlder() {
    switch file {
    case .current: file = .older
    case .writing: file = .writing(isOlder: true)
    case .none, .older: break
    }
    rewriteSoon()
  }

  private mutating func elapsed(_ timer: Timer) {
    guard timers.remove(timer) != nil else { return }
    switch timer {
    case .rest: rested()
    case .pause: store()
    case .file: if isRefused, file == .none || file == .older { keepFile() }
    }
  }

  private mutating func rested() {
    stop(.rest)
    store()
  }

  /// Begins a save, unless there is nothing to save; after what is under way, if there is.
  private mutating func store() {
    stop(.pause)
    switch state {
    case .changed:
      state = .storing(Meanwhile())
      actions.append(.store)
    case .storing(var meanwhile) where meanwhile.text == .changed:
      meanwhile.text = .wanted
      state = .storing(meanwhile)
    case .merging(var meanwhile) where meanwhile.text == .changed:
      meanwhile.text = .wanted
      state = .merging(meanwhile)
    default: break
    }
  }

  private mutating func wait(_ timer: Timer, _ milliseconds: Int) {
    timers.insert(timer)
    actions.append(.wait(timer, milliseconds: milliseconds))
  }

  private mutating func stop(_ timer: Timer) {
    if timers.remove(timer) != nil { actions.append(.stop(timer)) }
  }

  // MARK: - Saves and merges

  private mutating func stored(_ milliseconds: Int) {
    guard case .storing(var meanwhile) = state else { return }
    (lastSaveMilliseconds, sinceSaveMilliseconds) = (milliseconds, 0)
    // Text typed during a delayed save is saved with it.
    if isRefused, meanwhile.text == .changed { meanwhile.text = .wanted }
    refusals = 0
    goOn(after: meanwhile)
  }

  private mutating func refused() {
    guard case .storing(let meanwhile) = state else { return }
    refusals += 1
    let text = meanwhile.text == .wanted ? meanwhile.text : .changed
    goOn(after: Meanwhile(text: text, hasArrival: meanwhile.hasArrival))
    if case .writing = file {} else { keepFile() }
    actions.append(.report(isRemovalReported ? .fileFault : .refusal))
  }

  /// The other text is merged at once, and what comes of it is stored.
  private mutating func conflicted() {
    guard case .storing = state else { return }
    merge(Meanwhile(text: .wanted))
  }

  private mutating func arrived() {
    switch state {
    case .stored: merge(Meanwhile())
    case .changed: merge(Meanwhile(text: .changed))
    case .storing(var meanwhile):
      meanwhile.hasArrival = true
      state = .storing(meanwhile)
    case .merging(var meanwhile):
      meanwhile.hasArrival = true
      state = .merging(meanwhile)
    case .abandoned: break
    }
  }

  private mutating func merge(_ meanwhile: Meanwhile) {
    state = .merging(meanwhile)
    actions.append(.merge)
  }

  private mutating func merged(_ differs: Bool) {
    guard case .merging(var meanwhile) = state else { return }
    if !differs {
      // The store has the text already.
      meanwhile.text = .unchanged
      refusals = 0
    } else if meanwhile.text == .unchanged {
      meanwhile.text = .changed
    }
    if differs { fileGetsOlder() }
    goOn(after: meanwhile)
  }

  /// Goes on after a save or a merge.
  private mutating func goOn(after meanwhile: Meanwhile) {
    if meanwhile.hasArrival {
      merge(Meanwhile(text: meanwhile.text))
      return
    }
    switch meanwhile.text {
    case .unchanged:
      state = .stored
      stop(.file)
      if file != .none { actions.append(.removeFile) }
      file = .none
    case .wanted:
      state = .changed
      store()
    case .changed:
      state = .changed
      if timers.contains(.rest) { return }
      if isRefused { wait(.rest, retryRest) } else { storeSoon() }
    }
  }

  // MARK: - The file

  private mutating func keepFile() {
    let isNew = file == .none || file == .older || file == .writing(isOlder: true)
    file = .writing(isOlder: false)
    actions.append(.keepFile(isNew: isNew))
  }

  /// The file was written, taken or refused; what was typed meanwhile is written next.
  private mutating func fileEnded(_ event: Event) {
    guard case .writing(let isOlder) = file else { return }
    switch event {
    case .fileTaken where !isOlder && state == .changed: settle()
    case .fileTaken: file = .none
    case .fileKept: file = isOlder ? .older : .current
    default: file = .older
    }
    if isOlder { rewriteSoon() }
  }

  private mutating func rewriteSoon() {
    guard isRefused, !timers.contains(.file) else { return }
    if case .writing = file { return }
    wait(.file, autosaveMilliseconds)
  }

  /// Stores nothing until something is typed: what was typed so far is elsewhere.
  private mutating func settle() {
    for timer in Timer.allCases { stop(timer) }
    (state, file, refusals) = (.stored, .none, 0)
  }
}

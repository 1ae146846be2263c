import Foundation
import MarfaSDK
import Settings
import TerminalLayers
import TerminalUI
import Workbench

/// The running application: the way from a key to a component or a command, and from what changed
/// to a frame.
///
/// It knows no terminal: events come in through `handle(_:)`, frames go out through
/// `render(size:)`, and the rest is asked of the host. What can be done is in `actions`; what the
/// components want done comes back as effects.
@MainActor package final class Application {
  /// What components and actions get.
  package let context: Context
  /// The three panes below all layers.
  package let workspace: Workspace
  /// The layers over the workspace.
  package let compositor = Compositor()
  /// What the person can do.
  package let actions: Actions
  /// Copies the notes once a day.
  package let backup: DailyBackup
  /// Keeps where the person was.
  let remembering: Remembering
  private let ages: AgeRefresh

  private var dispatcher = KeyDispatcher()
  private let keyHelp: KeyHelp
  private let frames: FrameTracker
  private var size = Size(columns: 80, rows: 24)

  /// The application over an open store.
  ///
  /// - Parameters:
  ///   - context: Notes, terminal, settings and time.
  ///   - requestFrame: Asks for a frame, from any isolation.
  package init(context: Context, requestFrame: @escaping @Sendable () -> Void) {
    self.context = context
    workspace = Workspace(context: context)
    keyHelp = KeyHelp(context: context)
    frames = FrameTracker(requestFrame: requestFrame)
    backup = DailyBackup(context: context)
    remembering = Remembering(context: context, workspace: workspace)
    ages = AgeRefresh(host: context.host)
    let boxes = Boxes(context: context, layers: compositor)
    actions = Actions(
      context: context, workspace: workspace, layers: compositor,
      quitting: Quitting(
        context: context, workspace: workspace, boxes: boxes, state: remembering))
    context.carryOut = { [weak self] in self?.carryOut($0) }
    context.work.release = { [weak self] in self?.take($0) }
    context.messages.appended = { [weak self] in self?.actions.session.announce($0) }
    backup.awaitMidnight()
    ages.begin()
  }

  /// The component that keys go to.
  package var focused: any Component { actions.focused }

  // MARK: - Events

  /// Takes an event from the terminal, and asks for a frame.
  package func handle(_ event: InputEvent) {
    if case .resize = event {
    } else if actions.quitting.isLeaving || context.work.hold(event) {
      return
    }
    take(event)
  }

  /// Takes an event that is not held, or no longer.
  private func take(_ event: InputEvent) {
    switch event {
    case .key(let key): handle(key)
    case .paste: handlePaste(event)
    case .mouse(let mouse): if !press(mouse) { offer(event) }
    case .focus: offer(event)
    case .resize(let size): self.size = size
    }
    if compositor.layers.isEmpty, dispatcher.pending.isEmpty { workspace.note.resumeTyping() }
    if case .focus(let gained) = event {
      workspace.focusChanged(gained)
      context.activity.changed(isActive: gained)
    }
    remembering.keepSoon()
    context.host.requestFrame()
  }

  private func handle(_ key: KeyEvent) {
    context.messages.fade()
    workspace.note.sessions.retrySoon()
    if isTooSmall, !isTyping(key) { return handleUnseen(key) }
    if dispatcher.pending.isEmpty, focused.capturesKeys, give(.key(key)) { return }
    if key.key == .escape, dispatcher.reset() { return keyHelp.hide() }
    switch dispatcher.resolve(key, in: focused.keyContext, keymap: context.settings.keymap) {
    case .command(let name):
      keyHelp.hide()
      if actions.command(named: name)?.errors == .superseded { context.messages.supersede() }
      run(name)
    case .pending(let continuations):
      keyHelp.show(
        WhichKeyBox(pending: dispatcher.pending, continuations: continuations) { [actions] in
          actions.command(named: $0)?.summary
        })
    case .unresolved(let keys):
      keyHelp.hide()
      let taken = keys.map { offer(.key($0)) }
      guard !taken.contains(true), compositor.layers.isEmpty else { return }
      let place = workspace.focusedComponent.keyContext
      context.messages.notice(
        DeadKey(keys: keys.map(KeyChord.init), place: place).sentence(context.settings.keymap) {
          [actions] in
          actions.command(named: $0)?.summary
        })
    }
  }

  /// Presses the keys that the key bar shows under the pointer; whether there are any.
  private func press(_ mouse: MouseEvent) -> Bool {
    guard mouse.action == .press, !isTooSmall else { return false }
    let bar = KeyBarLine(hints: CommandBoxes(actions: actions).keyBar)
    guard let keys = bar.keys(at: mouse.location, in: workspace.layout.keyBar) else { return false }
    _ = dispatcher.reset()
    for key in keys { handle(key) }
    return true
  }

  private func handlePaste(_ event: InputEvent) {
    if !give(event) {
      if case .paste(let text) = event, actions.files.offer(pasted: text) { return }
      context.messages.notice("Paste ignored: press i to edit a note first.")
    }
  }

  /// Gives an event to the component that has the keys; whether it took it.
  private func give(_ event: InputEvent) -> Bool { take(focused.handle(event)) }

  /// Gives an event to the layers and the panes; whether one took it.
  @discardableResult
  private func offer(_ event: InputEvent) -> Bool {
    take(compositor.handle(event, base: workspace.handle))
  }

  private func take(_ result: EventResult) -> Bool {
    guard case .consumed(let effects) = result else { return false }
    for effect in effects { carryOut(effect) }
    return true
  }

  // MARK: - Effects

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .run(let name): run(name)
    case .push(let layer): compositor.push(layer)
    case .close(let layer): compositor.remove(layer)
    case .open(let id, let line): actions.navigation.open(id: id, line: line)
    case .enter(let id): actions.navigation.enter(id: id)
    case .follow(let target): actions.links.follow(target)
    case .show(let source, let filter): actions.navigation.show(source, filter: filter)
    case .create(let title): actions.creation.create(titled: title)
    case .discard(let id): actions.creation.discard(emptyNote: id)
    case .handOn(let keys):
      guard focused === workspace.note else { return }
      for key in keys { handle(.key(key)) }
    case .call(let body): body()
    }
  }

  // MARK: - Commands

  /// Runs the command with the given name, or says why it cannot run.
  package func run(_ name: String) {
    guard let command = actions.command(named: name) else {
      context.messages.error("Unknown action “\(name)”.")
      return
    }
    settlePreview(before: command)
    let isUnknown = workspace.list.isBeingRead || workspace.noteBesideList != nil
    guard command.list == .selection, isUnknown else { return run(command) }
    context.work.performHolding("Reading the list") { [self] in
      await workspace.list.finishReading()
      if let id = workspace.noteBesideList { try await actions.navigation.bringToList(id) }
      settlePreview(before: command)
      run(command)
    }
  }

  /// Whatever is done next is done to the note that the cursor is on.
  private func settlePreview(before command: Command) {
    if command.group != .move { workspace.list.settlePreview() }
  }

  private func run(_ command: Command) {
    switch command.availability(actions) {
    case .available: command.run(actions)
    case .unavailable(let reason): context.messages.notice(reason)
    }
  }

  // MARK: - Frames

  /// Builds the frame for a terminal of the given size: brings everything up to date, then draws.
  package func render(size: Size) -> Surface {
    self.size = size
    return frames.track {
      update()
      return draw()
    }
  }

  /// Follows what changed since the last frame: moves cursors, starts queries and loads notes.
  private func update() {
    guard !isTooSmall else { return }
    let screen = Rect(origin: Point(column: 0, row: 0), size: size)
    let frame = frame
    workspace.update(in: screen, frame)
    compositor.update(in: screen, frame)
  }

  /// Draws the state that the last `update` left; changes and loads nothing.
  package func draw() -> Surface {
    var surface = Surface(size: size)
    draw(on: &surface)
    return surface
  }

  /// What every component needs to draw.
  private var frame: Frame {
    let settings = context.settings
    var frame = Frame(
      theme: settings.theme, glyphs: settings.glyphs, now: context.now(),
      calendar: settings.calendar)
    frame.elapsed = context.elapsed()
    frame.datePattern = settings.datePattern
    frame.isPlain = settings.isPlain
    frame.isFocused = compositor.layers.isEmpty
    return frame
  }

  private func draw(on surface: inout Surface) {
    let (screen, settings) = (surface.bounds, context.settings)
    guard !isTooSmall else {
      let times = settings.glyphs.isASCII ? "x" : "×"
      surface.drawWrapped("too small, need 20\(times)5", in: screen, style: .plain)
      return
    }
    let frame = frame
    workspace.render(
      in: screen, on: &surface, frame, keys: CommandBoxes(actions: actions).keyBar,
      layer: compositor.top)
    compositor.render(in: screen, on: &surface, frame)
    keyHelp.box?.render(in: screen, on: &surface, frame)
    if settings.glyphs.isASCII { surface.useASCIISigns() }
    if settings.isPlain || settings.configuration.accessibleCursor == .visible {
      surface.isCursorVisible = true
    }
  }
}

// MARK: - A screen without room for anything

extension Application {
  /// Commands that need no screen: they change nothing and show nothing.
  private static let unseen: Set = ["app.quit", "app.suspend", "app.redraw"]

  /// Runs a command that needs no screen, and ignores every other key.
  private func handleUnseen(_ key: KeyEvent) {
    let keymap = context.settings.keymap
    guard case .command(let name) = dispatcher.resolve(key, in: .global, keymap: keymap),
      Self.unseen.contains(name)
    else { return }
    run(name)
  }

  private var isTooSmall: Bool {
    size.columns < WorkspaceLayout.minimum.columns || size.rows < WorkspaceLayout.minimum.rows
  }

  /// Whether a key goes into a text, as it does on a screen that has become too small.
  ///
  /// In the editor every key does; in a line of input only characters do, since the effect of Enter
  /// would be out of sight.
  private func isTyping(_ key: KeyEvent) -> Bool {
    guard !compositor.layers.isEmpty else { return workspace.note.isEditing }
    guard focused.keyContext == .prompt else { return false }
    switch key.key {
    case .character, .backspace: return key.modifiers.subtracting(.shift).isEmpty
    default: return false
    }
  }
}

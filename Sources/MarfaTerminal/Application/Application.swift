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
  /// Whether keys go into the note's text.
  private var isEditing: Bool { compositor.layers.isEmpty && workspace.note.isEditing }
  /// The screen while it has no room for anything.
  private var crampedScreen: CrampedScreen? { CrampedScreen(size) }

  // MARK: - Events

  /// Takes an event from the terminal, and asks for a frame.
  package func handle(_ event: InputEvent) {
    if case .resize = event {
      take(event)
    } else if !actions.quitting.isLeaving {
      context.work.handle(event)
    }
  }

  /// Takes an event that is not kept, or no longer.
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
    if let crampedScreen, !crampedScreen.takes(key, for: focused, isEditing: isEditing) {
      return handleUnseen(key)
    }
    if dispatcher.pending.isEmpty, focused.capturesKeys, give(.key(key)) { return }
    if key.key == .escape, dispatcher.reset() { return keyHelp.hide() }
    let keys = ChordSequence((dispatcher.pending + [key]).map(KeyChord.init))
    switch dispatcher.resolve(key, in: focused.keyContext, keymap: context.settings.keymap) {
    case .command(let name) where !focused.allows(name):
      keyHelp.hide()
      context.messages.notice("\(keys?.displayName ?? "The key") does nothing here.")
    case .command(let name):
      keyHelp.hide()
      if actions.command(named: name)?.errors == .superseded { context.messages.supersede() }
      run(name)
    case .pending(let continuations):
      let focused = focused
      keyHelp.show(
        WhichKeyBox(
          pending: dispatcher.pending,
          continuations: continuations.filter { $0.command.map(focused.allows) ?? true },
          summary: { actions.summary(of: $0) }))
    case .unresolved(let keys):
      keyHelp.hide()
      let taken = keys.map { offer(.key($0)) }
      guard !taken.contains(true), compositor.layers.isEmpty else { return }
      let place = workspace.focusedComponent.keyContext
      context.messages.notice(
        DeadKey(keys: keys.map(KeyChord.init), place: place)
          .sentence(context.settings.keymap, summary: { actions.summary(of: $0) }))
    }
  }

  /// Presses the keys that the key bar shows under the pointer.
  ///
  /// - Returns: Whether there are any.
  private func press(_ mouse: MouseEvent) -> Bool {
    guard mouse.action == .press, crampedScreen == nil else { return false }
    let bar = KeyBarLine(hints: CommandBoxes(actions: actions).keyBar)
    guard let keys = bar.keys(at: mouse.location, in: workspace.layout.keyBar) else { return false }
    _ = dispatcher.reset()
    for key in keys { handle(key) }
    return true
  }

  /// Runs a command that needs no screen, and ignores every other key.
  private func handleUnseen(_ key: KeyEvent) {
    let keymap = context.settings.keymap
    guard case .command(let name) = dispatcher.resolve(key, in: .global, keymap: keymap),
      CommandRegistry.standard[name]?.isUnseen == true
    else { return }
    run(name)
  }

  private func handlePaste(_ event: InputEvent) {
    if !give(event) {
      if case .paste(let text) = event, actions.files.offer(pasted: text) { return }
      context.messages.notice("Paste ignored: press i to edit a note first.")
    }
  }

  /// Gives an event to the component that has the keys.
  ///
  /// - Returns: Whether it took it.
  private func give(_ event: InputEvent) -> Bool { take(focused.handle(event)) }

  /// Gives an event to the layers and the panes.
  ///
  /// - Returns: Whether one took it.
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

  /// Runs the command with the given name, or says why it cannot run.
  package func run(_ name: String) { actions.run(name) }

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
    guard crampedScreen == nil else { return }
    let screen = Rect(origin: Point(column: 0, row: 0), size: size)
    let frame = context.frame(isFocused: compositor.layers.isEmpty)
    workspace.update(in: screen, frame)
    compositor.update(in: screen, frame)
  }

  /// Draws the state that the last `update` left; changes and loads nothing.
  package func draw() -> Surface {
    var surface = Surface(size: size)
    draw(on: &surface)
    return surface
  }

  private func draw(on surface: inout Surface) {
    let (screen, settings) = (surface.bounds, context.settings)
    if let crampedScreen { return crampedScreen.draw(on: &surface, settings.glyphs) }
    let frame = context.frame(isFocused: compositor.layers.isEmpty)
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

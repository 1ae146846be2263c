import TerminalUI

/// A terminal that exists only in memory, for tests: events go in, surfaces come out.
@MainActor public final class HeadlessScreen: TerminalScreen {
  /// The extent of the screen.
  public private(set) var size: Size
  /// Called with everything that arrived together, in order and never empty.
  public var onInput: (([TerminalInput]) -> Void)?
  /// Called once after a signal asked the process to end; without it the process ends.
  public var onTermination: ((TerminationReason) -> Void)?
  /// Whether more input is waiting than was delivered.
  public var hasWaitingInput = false
  /// Whether the screen shows what is drawn now; false while a child program has it.
  public private(set) var isActive = true

  /// The surfaces drawn, oldest first; at most `keptFrames`.
  public private(set) var frames: [Surface] = []
  /// How many surfaces were drawn in all.
  public private(set) var frameCount = 0
  /// How many of the newest surfaces are kept.
  public var keptFrames = 64
  /// The texts put in the clipboard, oldest first.
  public private(set) var clipboard: [String] = []
  /// The last title.
  public private(set) var title = ""
  /// The alerts, oldest first.
  public private(set) var alerts: [AlertKind] = []
  /// The commands that were run, oldest first.
  public private(set) var commands: [ChildCommand] = []
  /// How often the process would have been stopped.
  public private(set) var suspensionCount = 0
  /// How often a full repaint was requested.
  public private(set) var invalidationCount = 0
  /// Whether what is typed is read.
  public private(set) var isTakingInput = true
  /// Whether mouse reports are on.
  public private(set) var isMouseEnabled = false
  /// Plays the program that is run; by default it ends at once with code 0.
  public var onRun: (ChildCommand) async throws -> ChildExit = { _ in .code(0) }

  /// A screen in memory, of a fixed size until a resize is fed.
  public init(size: Size) { self.size = size }

  /// The surface drawn last.
  public var lastFrame: Surface? { frames.last }

  /// Delivers events as one batch, as if they had arrived together.
  public func feed(_ events: [InputEvent]) {
    for case .resize(let new) in events { size = new }
    guard !events.isEmpty else { return }
    onInput?(events.map { .event($0) })
  }

  /// Delivers raw inputs as one batch.
  public func feed(inputs: [TerminalInput]) {
    guard !inputs.isEmpty else { return }
    onInput?(inputs)
  }

  /// Asks the application to end, as a signal does.
  public func terminate(_ reason: TerminationReason) { onTermination?(reason) }

  /// Shows a surface; only what differs from the one shown before is sent.
  public func draw(_ surface: Surface) {
    guard isActive else { return }
    frameCount += 1
    frames.append(surface)
    if frames.count > keptFrames { frames.removeFirst(frames.count - keptFrames) }
  }

  /// Makes the next `draw` send everything.
  public func invalidate() { invalidationCount += 1 }

  /// Gives the terminal back; repeats do nothing.
  public func stop() { isActive = false }

  /// Gives the terminal back, stops the process group as Ctrl-Z does, and goes on after it.
  public func suspend() {
    suspensionCount += 1
    onInput?([.event(.resize(size))])
  }

  /// Lets another program have the terminal until it ends.
  public func run(_ command: ChildCommand) async throws -> ChildExit {
    commands.append(command)
    isActive = false
    defer { isActive = true }
    return try await onRun(command)
  }

  /// Puts a text in the clipboard of the person's terminal (OSC 52).
  public func copyToClipboard(_ text: String) { clipboard.append(text) }

  /// Sets the title of the terminal's window, with controls made visible.
  public func setTitle(_ title: String) { self.title = title }

  /// Rings the bell, or flashes.
  public func alert(_ kind: AlertKind) { alerts.append(kind) }

  /// Notes whether what is typed is read; what is fed is delivered all the same.
  public func setInput(isTaken: Bool) { isTakingInput = isTaken }

  /// Turns mouse reports on or off.
  public func setMouse(isEnabled: Bool) { isMouseEnabled = isEnabled }
}

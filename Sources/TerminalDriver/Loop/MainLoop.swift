import TerminalUI

/// Takes all that is waiting, then draws at most once.
///
/// Input of the terminal and messages of the channel arrive on the main queue; the handlers run
/// in the order of arrival, and one frame shows the effect of them all. Nothing runs while
/// nothing arrives. On the main actor only.
@MainActor public final class MainLoop {
  /// The way in from other tasks.
  public let channel: MainLoopChannel
  /// Where frames are drawn.
  public let screen: any TerminalScreen
  /// Handles an event; called for each in order, before the frame.
  public var onEvent: (InputEvent) -> Void = { _ in }
  /// Handles the terminal's answer for its background colour (8 bits a component).
  public var onBackgroundColor: (_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Void = {
    _, _, _ in
  }
  /// Handles the terminal's answer that it shows pictures, and how.
  public var onPictures: (PictureProtocol) -> Void = { _ in }
  /// Builds the frame for a size; nil leaves the screen as it is.
  public var onFrame: (Size) -> Surface? = { _ in nil }
  /// How many frames were drawn.
  public private(set) var frameCount = 0

  private let now: () -> Duration
  private var scheduler = FrameScheduler()
  private let timer: FrameTimer
  private var endWait: (() -> Void)?
  private var isTakingMessages = false
  private var isHolding = false

  /// Messages that post messages are served this often before others get their turn.
  private static let roundLimit = 32

  /// Prepares the loop; `start()` makes it listen.
  ///
  /// - Parameters:
  ///   - screen: Where input comes from and frames go.
  ///   - channel: The way in from other tasks.
  ///   - now: The time since any fixed moment; the monotonic clock by default.
  ///   - timer: What waits for a frame that is planned, by the same clock.
  public init(
    screen: any TerminalScreen, channel: MainLoopChannel = MainLoopChannel(),
    now: (() -> Duration)? = nil, timer: FrameTimer = .machine
  ) {
    self.screen = screen
    self.channel = channel
    self.timer = timer
    let start = ContinuousClock.now
    self.now = now ?? { ContinuousClock.now - start }
  }

  /// Begins to listen, and draws the first frame.
  public func start() {
    screen.onInput = { [weak self] inputs in self?.receive(inputs) }
    channel.listen { [weak self] in self?.takeMessages() }
    requestFrame(.input)
  }

  /// Draws nothing from now on, while input and messages are taken as ever: the first frame waits
  /// for what it is to show.
  public func holdFrames() { isHolding = true }

  /// Draws the frame that waits; repeats do nothing.
  public func releaseFrames() {
    guard isHolding else { return }
    isHolding = false
    requestFrame(.input)
  }

  /// Stops listening; the screen is left alone.
  public func stop() {
    screen.onInput = nil
    channel.listen(nil)
    endPlannedFrame()
  }

  /// Draws now, whatever is planned.
  public func drawNow() {
    scheduler.drew(at: now())
    defer { scheduler.finishedFrame(at: now()) }
    endPlannedFrame()
    guard screen.isActive, let surface = onFrame(screen.size) else { return }
    screen.draw(surface)
    frameCount += 1
  }

  // MARK: - Arrivals

  private func receive(_ inputs: [TerminalInput]) {
    for input in inputs {
      switch input {
      case .event(let event): onEvent(event)
      case .backgroundColor(let red, let green, let blue): onBackgroundColor(red, green, blue)
      case .pictures(let form): onPictures(form)
      case .cursor: break
      }
    }
    drainMessages()
    requestFrame(screen.hasWaitingInput ? .burst : .input)
  }

  private func takeMessages() {
    if drainMessages() { requestFrame(.message) }
  }

  /// Handles all messages, also those that handlers post; says whether there was one.
  @discardableResult
  private func drainMessages() -> Bool {
    guard !isTakingMessages else { return false }
    isTakingMessages = true
    defer { isTakingMessages = false }
    var hasWork = false
    for _ in 0..<Self.roundLimit {
      let messages = channel.take()
      guard !messages.isEmpty else { return hasWork }
      hasWork = true
      for message in messages { handle(message) }
    }
    // The rest comes with the next wakeup.
    channel.post(.redraw)
    return hasWork
  }

  private func handle(_ message: MainLoopChannel.Message) {
    switch message {
    case .redraw: break
    case .event(let event): onEvent(event)
    case .perform(let work): work()
    }
  }

  // MARK: - Frames

  private func requestFrame(_ cause: FrameScheduler.Cause) {
    guard !isHolding else { return }
    switch scheduler.request(screen.isTakingInput ? cause : .flood, now: now()) {
    case .draw: drawNow()
    case .wait(let time): arm(at: time)
    case .planned: break
    }
  }

  private func arm(at time: Duration) {
    endWait = timer.wait(max(.zero, time - now())) { [weak self] in self?.drawNow() }
  }

  private func endPlannedFrame() {
    endWait?()
    endWait = nil
  }
}

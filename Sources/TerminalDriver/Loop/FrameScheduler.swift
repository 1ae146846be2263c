/// Decides when the next frame is drawn; a value that is given the time.
///
/// A frame for input is drawn at once while the loop keeps up; when more input is waiting than
/// frames can be drawn for, it waits for 1/60 s after the one before, so that a burst of keys makes
/// one frame. Frames that the background asks for are drawn at once too, a few in a row, since what
/// a key leads to arrives some milliseconds after it; a stream of them makes 60 a second, and fewer
/// where a frame takes long. A frame that took long is followed by a rest, so that input that waits
/// is taken rather than drawn.
public struct FrameScheduler: Hashable, Sendable {
  /// What wants a frame.
  public enum Cause: Hashable, Sendable {
    /// Input of the person, all of which was taken.
    case input
    /// Input of the person, while more is waiting.
    case burst
    /// A message: something changed in the background.
    case message
    /// Input was handled, and so much more waits that reading has stopped.
    case flood
  }

  /// What to do.
  public enum Decision: Hashable, Sendable {
    /// Draw now.
    case draw
    /// Draw at the given time, unless `draw` comes earlier.
    case wait(until: Duration)
    /// Nothing new: a frame is already planned.
    case planned
  }

  /// The least time between two frames that may wait.
  public static let interval = Duration.nanoseconds(16_666_667)
  /// The least time between two frames of a flood of input: handling it comes before drawing.
  public static let floodInterval = Duration.milliseconds(100)
  /// How many frames the background may have without waiting, after a rest.
  public static let framesInRow = 4
  /// The longest rest after a frame.
  public static let longestRest = Duration.milliseconds(250)

  private var lastFrame: Duration?
  /// Until when the background's frames so far would have lasted at one an interval, or at three
  /// times what each took.
  private var backgroundEnd: Duration?
  /// Whether the frame that is being drawn is one that the background asked for.
  private var isBackground = false
  private var plannedFrame: Duration?
  /// Until when frames that may wait do so, because the last one took long.
  private var restEnd: Duration?

  /// Nothing was drawn yet, so the first frame comes at once.
  public init() {}

  /// Whether a frame is wanted and not yet drawn.
  public var isFramePlanned: Bool { plannedFrame != nil }

  /// Asks for a frame.
  ///
  /// - Parameters:
  ///   - cause: What wants it.
  ///   - now: The time since any fixed moment; it never goes back.
  /// - Returns: What to do.
  public mutating func request(_ cause: Cause, now: Duration) -> Decision {
    let due = earliestFrame(for: cause) ?? now
    // A few messages in a row are not a burst.
    let isBurst = cause == .burst || cause == .flood
    let earliest = isBurst || due > now ? max(due, restEnd ?? due) : due
    guard earliest > now else {
      if cause == .message { countBackgroundFrame(now) }
      return .draw
    }
    guard plannedFrame == nil else { return .planned }
    plannedFrame = earliest
    return .wait(until: earliest)
  }

  /// When a frame may be drawn; nil for at once.
  private func earliestFrame(for cause: Cause) -> Duration? {
    switch cause {
    case .input: nil
    case .burst: lastFrame.map { $0 + Self.interval }
    case .flood: lastFrame.map { $0 + Self.floodInterval }
    case .message: backgroundEnd.map { $0 - Self.interval * (Self.framesInRow - 1) }
    }
  }

  private mutating func countBackgroundFrame(_ now: Duration) {
    backgroundEnd = max(backgroundEnd ?? now, now) + Self.interval
    isBackground = true
  }

  /// Notes that a frame was drawn.
  ///
  /// - Parameter now: When its drawing began.
  public mutating func drew(at now: Duration) {
    if plannedFrame != nil { countBackgroundFrame(now) }
    lastFrame = now
    plannedFrame = nil
  }

  /// Notes that the frame is on the screen; the rest after it is three times as long as it took.
  ///
  /// - Parameter now: When its drawing ended.
  public mutating func finishedFrame(at now: Duration) {
    guard let lastFrame else { return }
    let rest = min((now - lastFrame) * 3, Self.longestRest)
    restEnd = now + rest
    if isBackground { backgroundEnd = backgroundEnd.map { $0 + max(.zero, rest - Self.interval) } }
    isBackground = false
  }
}

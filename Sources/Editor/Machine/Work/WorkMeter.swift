/// What an event may still cost, in steps of about a microsecond.
///
/// Loops over counts, lines and keys spend steps and end when none are left. The event is then done
/// with: all it changed is thrown away, so that nobody sees a half of it.
struct WorkMeter: Sendable {
  /// How the work goes.
  enum State: Hashable, Sendable {
    /// Steps are left.
    case going
    /// None are left, or the task that does the work was cancelled.
    case spent
    /// The event would make more text than an editor holds.
    case tooLarge
  }

  private(set) var state = State.going
  private var left: Int
  /// The most steps between two looks at the task; nil where nobody cancels.
  private let look: Int?
  private var untilLook: Int

  /// Begins with that many steps.
  ///
  /// - Parameters:
  ///   - steps: How many may be spent.
  ///   - isCancellable: Whether the work ends when the task that does it is cancelled.
  init(steps: Int, isCancellable: Bool = false) {
    left = steps
    look = isCancellable ? 10_000 : nil
    untilLook = 0
  }

  /// As many steps as anybody needs: for what is short by its nature.
  static let unlimited = WorkMeter(steps: .max)

  /// Counts from now on, with that many steps.
  mutating func limit(to steps: Int, isCancellable: Bool = false) {
    self = WorkMeter(steps: steps, isCancellable: isCancellable)
  }

  /// Counts no more.
  mutating func lift() { self = .unlimited }

  /// Whether the work is to end now.
  var isSpent: Bool { state != .going }

  /// Steps that are left.
  var steps: Int { state == .going ? left : 0 }

  /// Counts steps.
  mutating func spend(_ steps: Int) {
    guard state == .going else { return }
    left -= steps
    if left < 0 { state = .spent }
    guard let look else { return }
    untilLook -= steps
    if untilLook <= 0 {
      untilLook = look
      if Task.isCancelled { state = .spent }
    }
  }

  /// Ends the work because its text would be too large.
  mutating func refuse() { state = .tooLarge }
}

/// Why a run waits: each reason is said once.
struct WaitReasons {
  private var said: Set<String> = []

  /// Takes the reason as it is now.
  ///
  /// - Parameter reason: The reason; nil when nothing is waited for.
  /// - Returns: What is to be said; nil when that was said before.
  mutating func news(_ reason: String?) -> String? {
    guard let reason, said.insert(reason).inserted else { return nil }
    return reason + " It is tried again; Ctrl-C ends this."
  }
}

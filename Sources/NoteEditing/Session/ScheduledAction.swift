/// Something that will run later.
@MainActor package protocol ScheduledAction: AnyObject {
  /// Makes sure that it does not run any more.
  func cancel()
}

import NoteFiles

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

extension SyncRun.Patience {
  /// Whether a run ends because the server could not be worked with.
  func ends(with failure: any Error) -> Bool {
    // The settings are read once: nothing that a person does about them helps this run.
    self == .none || CertificateProblem(failure) != nil
  }
}

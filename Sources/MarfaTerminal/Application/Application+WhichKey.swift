import Settings

/// The box of the keys that may follow.
extension Application {
  func scheduleWhichKey(_ continuations: [Keymap.Continuation]) {
    whichKeyDelay?.cancel()
    let box = WhichKeyBox(
      pending: dispatcher.pending, continuations: continuations, registry: registry)
    if whichKey != nil || settings.configuration.automaticHelp == .now {
      whichKey = box
      return
    }
    whichKeyDelay = host.schedule(after: .milliseconds(300)) { [weak self] in
      self?.whichKey = box
      self?.host.requestFrame()
    }
  }

  func hideWhichKey() {
    whichKeyDelay?.cancel()
    whichKeyDelay = nil
    whichKey = nil
  }
}

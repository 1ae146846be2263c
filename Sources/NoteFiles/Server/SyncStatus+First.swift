import MarfaSDK

/// A first exchange, before which this machine has nothing of the server.
extension SyncStatus {
  /// Whether what the server has is being fetched for the first time.
  package var isFetchingFirst: Bool {
    guard lastSynced == nil, !isSyncedInThisRun else { return false }
    return switch connection {
    case .connecting, .catchingUp, .elsewhere(.connecting), .elsewhere(.catchingUp): true
    default: false
    }
  }

  /// What is said where nothing has come yet; nil when nothing is on its way.
  package var fetchingWords: String? {
    guard isFetchingFirst else { return nil }
    let sentence = "Your notes are being fetched from the server"
    guard let received, let total = received.total, total > 0 else { return sentence + "." }
    return "\(sentence): \(received.count) of \(total) items so far."
  }
}

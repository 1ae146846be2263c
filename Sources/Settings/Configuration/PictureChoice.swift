/// Whether images are shown in notes.
package enum PictureChoice: String, Hashable, Sendable, CaseIterable {
  /// Where the terminal says that it can, except over a network, which may be slow.
  case automatic = "auto"
  /// Where the terminal says that it can.
  case always
  /// Nowhere.
  case never

  /// Whether the terminal is asked.
  ///
  /// - Parameter isRemote: Whether the terminal is at the other end of an ssh connection.
  /// - Returns: Whether.
  package func isAsked(isRemote: Bool) -> Bool {
    switch self {
    case .automatic: !isRemote
    case .always: true
    case .never: false
    }
  }
}

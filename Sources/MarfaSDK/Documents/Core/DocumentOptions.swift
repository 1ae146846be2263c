import Documents

/// What a document was made with, for each replica that it gets.
struct DocumentOptions: Hashable, Sendable {
  var sizeLimit: Int?
  var disableGC = false
  var disablePresence = false

  /// Makes a replica work as the document wants it.
  func apply(to replica: inout Replica) {
    replica.presenceTravels = .apart
    replica.sizeLimit = sizeLimit
    replica.keepsGarbage = disableGC
  }

  /// What a client says of itself there.
  func presence(_ wanted: [String: String]) -> [String: String] { disablePresence ? [:] : wanted }
}

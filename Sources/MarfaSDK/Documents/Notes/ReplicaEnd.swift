/// Whose text is a property again after an exchange has failed for good.
package enum ReplicaEnd: Hashable, Sendable {
  /// Of every note: the server has no documents.
  case all
  /// Of this note.
  case one

  /// What a failure ends; nil for one that ends nothing.
  package init?(_ failure: any Error) {
    if let refusal = failure as? DocumentSyncError {
      switch refusal.reason {
      case .notOffered: self = .all
      case .removed, .notFound, .boundElsewhere, .tooLarge: self = .one
      case .clientNotActive, .notAttached, .alreadyAttached, .forked, .otherServer,
        .editedTooEarly, .baseLost:
        return nil
      }
    } else if let status = (failure as? any MarfaError)?.status,
      Self.lastingRefusals.contains(status)
    {
      self = .one
    } else {
      return nil
    }
  }

  /// What the server says of changes that it will never take: they are wrong, too large, or not for
  /// this credential.
  private static let lastingRefusals: Set<Int> = [400, 403, 413, 422]
}

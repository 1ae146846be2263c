/// The identity of a task; equal for a task and what its transformations make of it.
///
/// It keeps the task, so that no other can have the same identity while it is held.
public struct OperationTaskIdentifier: Hashable, Sendable {
  private let core: OperationTaskCore

  init(_ core: OperationTaskCore) {
    self.core = core
  }

  /// Whether both are of one task.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.core === rhs.core }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(core))
  }
}

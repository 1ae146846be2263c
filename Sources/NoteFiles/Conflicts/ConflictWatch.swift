import MarfaSDK

/// Finds the conflicts that have begun to wait for a person since somebody looked last.
///
/// Who the other side is comes with the server's event, often a moment after its refusal: a
/// conflict waits for that, for a while.
package struct ConflictWatch: Hashable, Sendable {
  /// The conflicts that are reported; nil before the first look.
  private var known: Set<String>?
  /// Whether some are there of which the server's side is not known yet.
  package private(set) var isWaiting = false

  /// Has not looked yet.
  package init() {}

  /// Takes the conflicts that wait now.
  ///
  /// - Parameters:
  ///   - present: The conflicts. Those of the first look were there before.
  ///   - isLast: Whether nobody looks again, so that nothing is waited for.
  /// - Returns: Those that are to be reported.
  package mutating func take(_ present: [ConflictSides], isLast: Bool = false) -> [ConflictSides] {
    guard let former = known else {
      known = Set(present.map(\.conflict.id))
      return []
    }
    let new = present.filter { !former.contains($0.conflict.id) }
    let told = new.filter { $0.isTold || $0.isOfDocument || isLast }
    isWaiting = told.count < new.count
    known = former.union(told.map(\.conflict.id))
    return told
  }
}

extension ConflictSides {
  /// What contradicts what: the fields, then the trash.
  package var summary: String {
    let trash =
      switch trashing {
      case .here?: ["moved to the trash here"]
      case .there?: ["moved to the trash there"]
      case nil: [] as [String]
      }
    return (conflict.context.conflictingFields + trash).joined(separator: ", ")
  }
}

extension LocalStore {
  /// Both sides of each conflict that waits for a person, oldest first.
  ///
  /// - Returns: The sides.
  /// - Throws: `StorageError`.
  package func conflicts() async throws -> [ConflictSides] {
    var all: [ConflictSides] = []
    for conflict in try await parkedConflicts() {
      // Settled meanwhile.
      guard let sides = try await conflictSides(id: conflict.id) else { continue }
      all.append(sides)
    }
    return all
  }
}

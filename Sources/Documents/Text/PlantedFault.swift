/// A mistake that a test plants in a replica, to show that the laws find it.
///
/// No replica has one unless a test gives it one; nothing outside of the module can.
enum PlantedFault: CaseIterable, Sendable {
  /// An insertion passes those with a smaller ticket too.
  case ignoredOrder
  /// A deletion keeps the time of an earlier one.
  case frozenRemoval
  /// The deleted right part of a split is not registered for purging.
  case forgottenSplit
  /// A change with presence is not noted as seen.
  case unmergedVector
  /// Restored text gets a new identity.
  case newIdentity
  /// A purge drops what will be known one tick later.
  case earlyPurge
}

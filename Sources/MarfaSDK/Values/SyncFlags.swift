/// What of an item is not on the server as it is here.
///
/// The numbers are in `item.sync_flags` and never change.
struct SyncFlags: OptionSet, Hashable {
  let rawValue: Int64
  /// The queue has changes of it.
  static let isUnsent = SyncFlags(rawValue: 1)
  /// The server refused a change of it, which waits for a person.
  static let isRefused = SyncFlags(rawValue: 2)
  /// A change of it contradicts the server's and waits for a person.
  static let isParked = SyncFlags(rawValue: 4)
}

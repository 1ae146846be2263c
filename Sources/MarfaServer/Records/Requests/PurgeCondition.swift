import MarfaModel

/// What an item must be like to be purged; who asks for the purge has seen it so.
///
/// Without one a purge takes whatever is there.
public struct PurgeCondition: Hashable, Sendable {
  /// The item's version; nil for any.
  public var version: Int?
  /// Whether it is in the trash; nil where it may be anywhere.
  public var isTrashed: Bool?

  /// Takes each part as it is; none asks for anything.
  public init(version: Int? = nil, isTrashed: Bool? = nil) {
    (self.version, self.isTrashed) = (version, isTrashed)
  }

  /// Lets an item pass that is as it was seen.
  ///
  /// - Throws: `APIError` with `version_conflict` for one that was changed, or taken out of
  ///   the trash.
  func check(_ row: ItemRow) throws {
    let isAsSeen =
      version.map { $0 == row.version } ?? true
      && isTrashed.map { $0 == (row.state == .trashed) } ?? true
    guard !isAsSeen else { return }
    throw APIError(
      code: ErrorCode.versionConflict,
      message: "The item was changed since it was seen, and is kept.",
      details: [
        "version": .integer(Int64(row.version)), "state": .string(row.state.rawValue),
      ])
  }
}

/// How long snapshots of earlier versions are kept.
///
/// ```swift
/// let kept = VersionPolicy(recentDays: 3).filled(from: .standard)
/// let atMost = kept.maxVersions
/// ```
public struct VersionPolicy: Codable, Hashable, Sendable {
  /// The number of days for which every snapshot is kept.
  public var recentDays: Int?
  /// The number of days for which one snapshot per day is kept.
  public var dailySnapshotDays: Int?
  /// The number of days for which one snapshot per week is kept.
  public var weeklySnapshotDays: Int?
  /// The maximum number of snapshots; the newest are kept.
  public var maxVersions: Int?

  /// Nil leaves a part to the settings.
  public init(
    recentDays: Int? = nil, dailySnapshotDays: Int? = nil, weeklySnapshotDays: Int? = nil,
    maxVersions: Int? = nil
  ) {
    self.recentDays = recentDays
    self.dailySnapshotDays = dailySnapshotDays
    self.weeklySnapshotDays = weeklySnapshotDays
    self.maxVersions = maxVersions
  }

  /// 7 days of everything, 30 of days, 365 of weeks, 200 at most.
  public static let standard = VersionPolicy(
    recentDays: 7, dailySnapshotDays: 30, weeklySnapshotDays: 365, maxVersions: 200)

  /// This policy with its gaps filled from another.
  public func filled(from other: VersionPolicy) -> VersionPolicy {
    VersionPolicy(
      recentDays: recentDays ?? other.recentDays,
      dailySnapshotDays: dailySnapshotDays ?? other.dailySnapshotDays,
      weeklySnapshotDays: weeklySnapshotDays ?? other.weeklySnapshotDays,
      maxVersions: maxVersions ?? other.maxVersions)
  }

  enum CodingKeys: String, CodingKey {
    case recentDays = "recent_days"
    case dailySnapshotDays = "daily_snapshot_days"
    case weeklySnapshotDays = "weekly_snapshot_days"
    case maxVersions = "max_versions"
  }
}

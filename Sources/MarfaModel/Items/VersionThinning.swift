/// Decides which snapshots of an item are no longer kept.
public enum VersionThinning {
  /// Ids of the snapshots to remove.
  ///
  /// All of the recent days stay, then the newest of each day, then the newest of each week
  /// (Monday to Sunday, UTC); of those the newest `maxVersions`. The latest always stays, and a
  /// gap of the policy is filled from `VersionPolicy.standard`.
  public static func removals(
    from snapshots: [ItemVersion], policy: VersionPolicy, now: Timestamp
  ) -> [String] {
    let policy = policy.filled(from: .standard)
    let ordered = snapshots.sorted { ($0.version, $0.createdAt) > ($1.version, $1.createdAt) }
    let today = now.dayAndMilliseconds.day
    var periods: Set<Period> = []
    var kept = 0
    var removals: [String] = []
    for (index, snapshot) in ordered.enumerated() {
      let day = Timestamp(iso8601: snapshot.createdAt)?.dayAndMilliseconds.day
      let period = day.map { Period(day: $0, age: today - $0, policy: policy) } ?? .all
      let isKept = isKept(period, &periods) && kept < policy.maxVersions ?? .max
      if index == 0 || isKept {
        kept += 1
      } else {
        removals.append(snapshot.id)
      }
    }
    return removals
  }

  private static func isKept(_ period: Period, _ seen: inout Set<Period>) -> Bool {
    switch period {
    case .all: true
    case .none: false
    case .day, .week: seen.insert(period).inserted
    }
  }

  /// The window of which one snapshot is kept; an unreadable time keeps all.
  private enum Period: Hashable {
    case all
    case day(Int)
    case week(Int)
    case none

    init(day: Int, age: Int, policy: VersionPolicy) {
      if age < policy.recentDays ?? 0 {
        self = .all
      } else if age < policy.dailySnapshotDays ?? 0 {
        self = .day(day)
      } else if age < policy.weeklySnapshotDays ?? 0 {
        // Day 0 of 1970 was a Thursday; weeks start on Monday.
        self = .week(Int((Double(day + 3) / 7).rounded(.down)))
      } else {
        self = .none
      }
    }
  }
}

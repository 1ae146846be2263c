import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct VersionThinningTests {
  private static let now = Timestamp(iso8601: "2026-11-21T12:00:00Z") ?? .init(milliseconds: 0)
  private let policy = VersionPolicy(
    recentDays: 2, dailySnapshotDays: 10, weeklySnapshotDays: 40, maxVersions: 100)

  /// Snapshots at hours before now; the version is 1000 minus the hours.
  private func snapshots(_ hoursAgo: [Int]) -> [ItemVersion] {
    hoursAgo.map { hours in
      let time = Timestamp(milliseconds: Self.now.milliseconds - Int64(hours) * 3_600_000)
      return ItemVersion(
        id: "h\(hours)", itemId: "i", version: 100_000 - hours, properties: [:],
        createdAt: time.iso8601)
    }
  }

  private func removed(_ hoursAgo: [Int], _ policy: VersionPolicy? = nil) -> [String] {
    VersionThinning.removals(
      from: snapshots(hoursAgo), policy: policy ?? self.policy, now: Self.now)
  }

  @Test func `recent snapshots all stay`() {
    #expect(removed([0, 1, 2, 10, 30]).isEmpty)
  }

  @Test func `of an older day the newest stays`() {
    #expect(removed([0, 100, 101, 102, 124]) == ["h101", "h102"])
  }

  @Test func `of an older week the newest stays`() {
    // 11 days ago is Tuesday the 10th, 12 days ago Monday the 9th, 13 days ago Sunday.
    #expect(removed([0, 264, 288, 312]) == ["h288"])
  }

  @Test func `a version older than all windows goes, but never the latest`() {
    #expect(removed([0, 2000]) == ["h2000"])
    #expect(removed([2000, 2001]) == ["h2001"])
    #expect(removed([5], VersionPolicy(recentDays: 0, maxVersions: 0)).isEmpty)
  }

  @Test func `no more than the maximum stays, and the newest do`() {
    let policy = VersionPolicy(recentDays: 2, maxVersions: 2)

    #expect(removed([3, 1, 0, 2], policy) == ["h2", "h3"])
  }

  @Test func `thinning twice removes nothing more`() {
    var randomness = SeededRandomness(seed: 11)
    let all = snapshots(
      Set((0..<400).map { _ in Int.random(in: 0..<1500, using: &randomness) }).sorted())
    let removals = Set(VersionThinning.removals(from: all, policy: policy, now: Self.now))

    let rest = all.filter { !removals.contains($0.id) }

    #expect(!removals.isEmpty)
    #expect(VersionThinning.removals(from: rest, policy: policy, now: Self.now).isEmpty)
  }
}

import MarfaSDK

extension SyncingArea {
  /// What is not on the server yet, for which the status bar asks after each commit.
  static func counts(_ report: Report, _ setting: Setting) async throws {
    let short = try await SyncScene(setting, notes: 1)
    let long = try await SyncScene(setting, notes: 10_000)
    try await report.row(
      samples: 300,
      baseline: Action("counts of a queue of one change") {
        _ = try await short.client.store?.syncCounts()
      },
      ours: Action("counts of a queue of 10,000 changes") {
        _ = try await long.client.store?.syncCounts()
      })
    short.end()
    long.end()
  }
}

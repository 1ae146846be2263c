import Foundation

/// The durations of one measured action, in seconds.
struct Samples {
  private(set) var sorted: [Double]

  init(_ seconds: [Double]) {
    sorted = seconds.sorted()
  }

  /// The sample below which a share of all samples is, 0...1.
  func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  var median: Double { quantile(0.5) }

  /// The distance of the quartiles as a share of the median.
  var spread: Double { (quantile(0.75) - quantile(0.25)) / median }
}

/// An action to measure: its work is done `count` times for one sample.
struct Action {
  let name: String
  let count: Int
  /// How many things one run of the work does; the duration is that of one of them.
  let units: Int
  /// What counts the seconds; the time that passes, or a processor's.
  let meter: () -> Double
  /// Runs before each sample, unmeasured.
  let prepare: () async throws -> Void
  let work: () async throws -> Void

  init(
    _ name: String, count: Int = 1, units: Int = 1,
    meter: @escaping () -> Double = Action.passedSeconds,
    prepare: @escaping () async throws -> Void = {},
    work: @escaping () async throws -> Void
  ) {
    self.name = name
    self.count = count
    self.units = units
    self.meter = meter
    self.prepare = prepare
    self.work = work
  }

  private static let origin = ContinuousClock.now

  /// The time that has passed since some moment, in seconds.
  static func passedSeconds() -> Double { (ContinuousClock.now - origin) / .seconds(1) }

  /// Does the work so often, after one preparation.
  func `repeat`(_ iterations: Int) async throws {
    try await prepare()
    for _ in 0..<iterations { try await work() }
  }

  /// The duration of one run of the work.
  func sample() async throws -> Double {
    try await prepare()
    let start = meter()
    for _ in 0..<count { try await work() }
    return (meter() - start) / Double(count * units)
  }
}

/// What a row has to show: a ratio to the baseline, or a duration.
enum Bound {
  case ratio(Double)
  case median(seconds: Double)
  case p95(seconds: Double)
  case p99(seconds: Double)

  func holds(_ ours: Samples, _ baseline: Samples?) -> Bool {
    switch self {
    case .ratio(let most): baseline.map { ours.median <= most * $0.median } ?? false
    case .median(let most): ours.median <= most
    case .p95(let most): ours.quantile(0.95) <= most
    case .p99(let most): ours.quantile(0.99) <= most
    }
  }

  var text: String {
    switch self {
    case .ratio(let most): String(format: "ratio ≤ %.3g", most)
    case .median(let most): "median ≤ \(Report.text(most))"
    case .p95(let most): "p95 ≤ \(Report.text(most))"
    case .p99(let most): "p99 ≤ \(Report.text(most))"
    }
  }
}

/// The one row that is run, and not timed, for a profiler that counts.
struct CountedRow {
  let name: String
  let iterations: Int
}

/// Measures rows and prints each as soon as it is known.
///
/// Ours and the baseline take turns in one run, so that both meet the same machine.
final class Report {
  private let counted: CountedRow?

  init(counted: CountedRow? = nil) {
    self.counted = counted
  }

  /// Prints the head of the table.
  func begin(_ area: String) {
    var load = [0.0]
    getloadavg(&load, 1)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    // Next to other work the upper quantiles show the scheduler, and only ratios can be compared.
    print("\n## \(area) (load \(String(format: "%.1f", load[0])) on \(cores) cores)")
    Self.line("what", "ours", "p95", "p99", "spread", "baseline", "", "ratio", "")
  }

  /// Whether nothing is timed.
  var isCounting: Bool { counted != nil }

  /// Whether a row is measured at all, or its preparation can be left out.
  ///
  /// A profiler counts preparations too: that of ten thousand stores is a hundred times the work of
  /// two thousand look-ups, and hides it unless it is the same in every run to the last percent.
  func wants(_ row: String) -> Bool { counted.map { $0.name == row } ?? true }

  /// Measures one row.
  ///
  /// - Parameters:
  ///   - samples: How many samples of each, after one unmeasured round.
  ///   - bound: What the row has to show.
  ///   - baseline: What ours is compared with.
  ///   - absence: Why there is no baseline, when there should be one.
  ///   - ours: The action.
  /// - Returns: The samples of ours.
  /// - Throws: What the work throws.
  @discardableResult
  func row(
    samples: Int = 100, _ bound: Bound? = nil, baseline: Action? = nil, absence: String = "",
    ours: Action
  ) async throws -> Samples {
    if let counted {
      if wants(ours.name) { try await ours.repeat(counted.iterations) }
      return Samples([])
    }
    var times: (ours: [Double], baseline: [Double]) = ([], [])
    for round in 0...samples {
      let base = try await baseline?.sample()
      let own = try await ours.sample()
      guard round > 0 || samples == 1 else { continue }
      if let base, times.baseline.count < samples { times.baseline.append(base) }
      if times.ours.count < samples { times.ours.append(own) }
    }
    let own = Samples(times.ours)
    show(
      ours.name, own, baseline.map { ($0.name, Samples(times.baseline)) }, absence: absence, bound)
    return own
  }

  /// Shows samples that were taken elsewhere.
  func show(
    _ name: String, _ ours: Samples, _ baseline: (name: String, samples: Samples)?,
    absence: String = "", _ bound: Bound? = nil
  ) {
    guard counted == nil else { return }
    let verdict = bound.map { bound -> String in
      guard baseline != nil || absence.isEmpty else { return bound.text }
      return "\(bound.text) \(bound.holds(ours, baseline?.samples) ? "holds" : "MISSED")"
    }
    Self.line(
      name, Self.text(ours.median), Self.text(ours.quantile(0.95)),
      // Of few samples it is the longest, which says little.
      ours.sorted.count >= 100 ? Self.text(ours.quantile(0.99)) : "",
      String(format: "±%.0f%%", ours.spread * 50), baseline?.name ?? absence,
      baseline.map { Self.text($0.samples.median) } ?? "",
      baseline.map { String(format: "%.3f", ours.median / $0.samples.median) } ?? "",
      verdict ?? "")
  }

  /// Shows an amount of memory.
  func show(
    _ name: String, bytes: Double, _ baseline: (name: String, bytes: Double)?,
    absence: String = "", most: Double? = nil
  ) {
    guard counted == nil else { return }
    let verdict = most.map {
      "≤ \(Self.text(bytes: $0)) \(bytes <= $0 ? "holds" : "MISSED")"
    }
    Self.line(
      name, Self.text(bytes: bytes), "", "", "", baseline?.name ?? absence,
      baseline.map { Self.text(bytes: $0.bytes) } ?? "",
      baseline.map { String(format: "%.3f", bytes / $0.bytes) } ?? "", verdict ?? "")
  }

  /// Shows what a run came to, in words.
  func say(_ name: String, _ words: String) {
    guard counted == nil else { return }
    Self.line(name, words)
  }

  /// An amount of memory with the unit that suits it.
  static func text(bytes: Double) -> String {
    switch bytes {
    case ..<1e3: String(format: "%.0f B", bytes)
    case ..<1e6: String(format: "%.1f kB", bytes / 1e3)
    default: String(format: "%.1f MB", bytes / 1e6)
    }
  }

  /// A duration with the unit that suits it.
  static func text(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: String(format: "%.1f ns", seconds * 1e9)
    case ..<1e-3: String(format: "%.1f µs", seconds * 1e6)
    case ..<1: String(format: "%.2f ms", seconds * 1e3)
    default: String(format: "%.2f s", seconds)
    }
  }

  private static func line(_ columns: String...) {
    let widths = [46, 10, 10, 10, 6, 40, 10, 8, 0]
    let padded = zip(columns, widths).map { text, width in
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    print(padded.joined(separator: " "))
    // Each row is seen as soon as it is known, in a pipe too.
    fflush(nil)
  }
}

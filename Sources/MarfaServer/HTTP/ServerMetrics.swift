import Synchronization

/// Counts of requests since the process started, for `/metrics`.
///
/// Routes are those of the router, so that the table stays small.
final class ServerMetrics: Sendable {
  private struct Series: Hashable {
    var method: String
    var route: String
    var status: Int

    var labels: String {
      "{method=\"\(method)\",route=\"\(route)\",status=\"\(status)\"}"
    }
  }

  private struct Sum {
    var count = 0
    var microseconds: Int64 = 0

    mutating func add(_ time: Int64) {
      count += 1
      microseconds += time
    }
  }

  private static let methods: Set = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

  private let sums = Mutex<[Series: Sum]>([:])

  /// Counts one request.
  func count(method: String, route: String, status: Int, time: Duration) {
    let (seconds, attoseconds) = time.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    // Any other word as a method would be a way to fill the table.
    let known = Self.methods.contains(method)
    let series = Series(method: known ? method : "other", route: route, status: status)
    sums.withLock {
      $0[series, default: Sum()].add(microseconds)
    }
  }

  /// The counts in the text form of Prometheus, version 0.0.4.
  var text: String {
    let sums = sums.withLock { $0 }.sorted { left, right in
      (left.key.route, left.key.method, left.key.status)
        < (right.key.route, right.key.method, right.key.status)
    }
    var text = """
      # HELP marfa_http_requests_total Answered requests.
      # TYPE marfa_http_requests_total counter

      """
    for (series, sum) in sums { text += "marfa_http_requests_total\(series.labels) \(sum.count)\n" }
    text += """
      # HELP marfa_http_request_seconds_total Time until the answer began.
      # TYPE marfa_http_request_seconds_total counter

      """
    for (series, sum) in sums {
      let seconds = Double(sum.microseconds) / 1_000_000
      text += "marfa_http_request_seconds_total\(series.labels) \(seconds)\n"
    }
    return text
  }
}

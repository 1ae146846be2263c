/// How fast bytes go over the slow line of a demo: a value, without a clock.
package struct DemoPace: Hashable, Sendable {
  /// Bytes that go in a second.
  package let rate: Double
  /// Bytes that go at once: what a person types is not slowed down.
  package let burst: Double
  /// Bytes that may go now.
  private var credit: Double
  private var last: Duration?

  /// A line over which nothing has gone yet.
  ///
  /// - Parameters:
  ///   - rate: Bytes that go in a second, more than 0.
  ///   - burst: Bytes that go at once.
  package init(rate: Int, burst: Int) {
    (self.rate, self.burst, credit) = (Double(rate), Double(burst), Double(burst))
  }

  /// Lets some bytes go.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - time: The time since a fixed instant.
  /// - Returns: How long they take; the next ones come after it.
  package mutating func take(_ count: Int, at time: Duration) -> Duration {
    let passed = last.map { (time - $0) / .seconds(1) } ?? 0
    last = time
    credit = min(burst, credit + passed * rate) - Double(count)
    return credit < 0 ? .seconds(-credit / rate) : .zero
  }
}

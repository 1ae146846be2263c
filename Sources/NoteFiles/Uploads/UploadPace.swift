/// How fast the bytes of an upload move: the average of the last 16 seconds.
package struct UploadPace: Hashable {
  /// What the average is of.
  package static let span = Duration.seconds(16)
  /// From when on an upload that does not move is called stalled.
  package static let patience = Duration.seconds(10)
  /// Less says nothing.
  private static let least = Duration.seconds(1)

  private struct Sample: Hashable {
    var time: Duration
    var bytes: Int64
  }

  /// The newest last; the first may be older than the span.
  private var samples: [Sample] = []
  /// When a byte moved last, or the upload began.
  private var lastMove: Duration?

  /// Nothing has moved yet.
  package init() {}

  /// Takes how many bytes have moved in all; fewer than before mean that an attempt begins again.
  package mutating func take(_ bytes: Int64, at time: Duration) {
    if let last = samples.last, bytes < last.bytes { self = UploadPace() }
    if samples.last?.bytes == bytes { return }
    samples.append(Sample(time: time, bytes: bytes))
    lastMove = time
    while samples.count > 2, samples[1].time <= time - Self.span { samples.removeFirst() }
  }

  /// Bytes a second; nil while that is not known, or nothing moves.
  package func rate(at time: Duration) -> Double? {
    guard let first = samples.first, let last = samples.last, last.bytes > first.bytes,
      time - first.time >= Self.least, stall(at: time) == nil
    else { return nil }
    return Double(last.bytes - first.bytes) / ((time - first.time) / .seconds(1))
  }

  /// How long nothing has moved, once that is worth a word.
  package func stall(at time: Duration) -> Duration? {
    guard let lastMove, time - lastMove > Self.patience else { return nil }
    return time - lastMove
  }
}

extension TextState {
  /// Spans below which none are joined.
  static let fewSpans = 256

  /// Makes one span of live neighbours that continue each other, once there are twice as many spans
  /// as after the last time.
  ///
  /// While others type elsewhere, what a person types is apart in the buffer, so that each key
  /// begins a span. Costs O(spans), which the keys since the last time have paid.
  mutating func joinContinuations() {
    guard sealed == nil, list.spanCount > Self.fewSpans, list.spanCount > 2 * joinedSpans
    else { return }
    layOutBuffer()
    var last: Int?
    for handle in list.handles {
      if let left = last, isContinued(left, by: handle) {
        list.absorb(handle, into: left)
      } else {
        last = handle
      }
    }
    joinedSpans = list.spanCount
  }

  /// Whether two neighbours are what one span would be if nobody had typed elsewhere.
  private func isContinued(_ left: Int, by right: Int) -> Bool {
    let (first, second) = (list.spans[left], list.spans[right])
    return first.isLive && second.isLive && restoredAt(left) == nil && restoredAt(right) == nil
      && second.leftOrigin == first.last && second.rightOrigin == first.rightOrigin
      && first.joined(with: second) != nil
  }

  /// Writes the buffer again: the content of the spans in their order, without gaps.
  mutating func layOutBuffer() {
    var fresh: [UInt8] = []
    fresh.reserveCapacity(buffer.count - wastedBytes)
    for handle in list.handles where list.spans[handle].hasContent {
      let span = list.spans[handle]
      list.spans[handle].start = Int32(fresh.count)
      fresh.append(contentsOf: buffer[Int(span.start)..<Int(span.start + span.bytes)])
    }
    buffer = fresh
    wastedBytes = 0
  }
}

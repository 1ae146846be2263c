/// A node of the text's tree: a leaf of at most 1 KiB of UTF-8, or up to 16 children of one height.
///
/// Every leaf holds whole Unicode scalars. The arrays are copied on write, so that an edit costs
/// O(log n) whether or not a snapshot of the tree is still held.
struct RopeNode: Sendable {
  /// The most bytes of a leaf.
  static let leafCapacity = 1024
  /// The most children of a branch.
  static let branching = 16

  /// The counts of everything below.
  private(set) var summary: TextSummary
  /// The text of a leaf; empty in a branch.
  private(set) var bytes: [UInt8]
  /// The parts of a branch in order; empty in a leaf.
  private(set) var children: [RopeNode]

  /// Whether the node holds text itself.
  var isLeaf: Bool { children.isEmpty }

  init(leaf bytes: [UInt8]) {
    self.bytes = bytes
    children = []
    summary = TextSummary(of: bytes)
  }

  /// Joins children, which all have one height.
  init(children: [RopeNode]) {
    bytes = []
    self.children = children
    summary = RopeNode.sum(children)
  }

  /// Builds a balanced tree of any text; linear.
  init(text: UnsafeBufferPointer<UInt8>) {
    // Three quarters full, so that typing does not split at once.
    self.init(joining: RopeNode.leaves(of: text, size: RopeNode.leafCapacity * 3 / 4))
  }

  /// Stacks nodes of one height until one is left.
  init(joining nodes: [RopeNode]) {
    var level = nodes
    while level.count > 1 { level = RopeNode.grouped(level) }
    self = level.first ?? RopeNode(leaf: [])
  }
}

// MARK: - Editing

extension RopeNode {
  /// Replaces a range of bytes; the root's form of the edit.
  ///
  /// - Precondition: The range is inside and on scalar boundaries.
  mutating func replaceAtRoot(_ range: Range<Int>, with text: UnsafeBufferPointer<UInt8>) {
    let siblings = replace(range, with: text)
    if !siblings.isEmpty { self = RopeNode(joining: [self] + siblings) }
    while children.count == 1 { self = children[0] }
    if !isLeaf && summary.bytes == 0 { self = RopeNode(leaf: []) }
  }

  /// Replaces a range and returns the nodes of the same height that no longer fit in this one.
  private mutating func replace(
    _ range: Range<Int>, with text: UnsafeBufferPointer<UInt8>
  ) -> [RopeNode] {
    isLeaf ? replaceInLeaf(range, with: text) : replaceInBranch(range, with: text)
  }

  private mutating func replaceInLeaf(
    _ range: Range<Int>, with text: UnsafeBufferPointer<UInt8>
  ) -> [RopeNode] {
    bytes.replaceSubrange(range, with: text)
    guard bytes.count > RopeNode.leafCapacity else {
      summary = TextSummary(of: bytes)
      return []
    }
    var pieces = bytes.withUnsafeBufferPointer { whole in
      RopeNode.leaves(
        of: whole,
        size: whole.count < 2 * RopeNode.leafCapacity
          ? whole.count / 2 + 4 : RopeNode.leafCapacity * 3 / 4)
    }
    self = pieces.removeFirst()
    return pieces
  }

  private mutating func replaceInBranch(
    _ range: Range<Int>, with text: UnsafeBufferPointer<UInt8>
  ) -> [RopeNode] {
    var (index, start) = child(containing: range.lowerBound)
    var removed = range.lowerBound - start..<range.upperBound - start
    let length = children[index].summary.bytes
    let first = removed.clamped(to: 0..<length)
    let extra = children[index].replace(first, with: text)
    let after = index + 1
    removed = 0..<max(0, removed.upperBound - length)
    let unused = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    while !removed.isEmpty {
      let size = children[after].summary.bytes
      if removed.upperBound >= size {
        children.remove(at: after)
      } else {
        // Removing only shortens the node, so that nothing overflows.
        _ = children[after].replace(0..<removed.upperBound, with: unused)
      }
      removed = 0..<max(0, removed.upperBound - size)
    }
    children.insert(contentsOf: extra, at: after)
    start = after + extra.count
    mergeNeighbours(around: min(start, children.count - 1))
    mergeNeighbours(around: min(index, children.count - 1))
    return splitOverflow()
  }

  /// Joins a small child with the one before it, or drops it when it is empty.
  private mutating func mergeNeighbours(around index: Int) {
    for position in [index, index - 1] where position >= 0 && position + 1 < children.count {
      let (left, right) = (children[position], children[position + 1])
      if left.isLeaf, left.bytes.count + right.bytes.count <= RopeNode.leafCapacity / 2 {
        children[position] = RopeNode(leaf: left.bytes + right.bytes)
        children.remove(at: position + 1)
      } else if !left.isLeaf, left.children.count + right.children.count <= RopeNode.branching / 2 {
        children[position] = RopeNode(children: left.children + right.children)
        children.remove(at: position + 1)
      }
    }
    if children.count > 1, index < children.count, children[index].summary.bytes == 0 {
      children.remove(at: index)
    }
  }

  private mutating func splitOverflow() -> [RopeNode] {
    guard children.count > RopeNode.branching else {
      summary = RopeNode.sum(children)
      return []
    }
    var groups = RopeNode.grouped(children)
    self = groups.removeFirst()
    return groups
  }

  /// The child that holds the byte at an offset (the last one for the end) and where it starts.
  func child(containing offset: Int) -> (index: Int, start: Int) {
    var start = 0
    for index in 0..<children.count - 1 {
      let next = start + children[index].summary.bytes
      if offset < next { return (index, start) }
      start = next
    }
    return (children.count - 1, start)
  }
}

// MARK: - Looking up

extension RopeNode {
  /// The byte at an offset inside; recursive, so that no node is copied on the way.
  func byte(at offset: Int) -> UInt8 {
    if isLeaf { return bytes[offset] }
    let (index, start) = child(containing: offset)
    return children[index].byte(at: offset - start)
  }

  /// The line feeds before an offset.
  func newlines(before offset: Int) -> Int {
    if isLeaf {
      return bytes.withUnsafeBufferPointer { bytes in
        var count = 0
        // A leaf is too short to overflow, and the compiler vectorises sums without checks.
        for byte in bytes[..<offset] { count &+= byte == 0x0a ? 1 : 0 }
        return count
      }
    }
    let (index, start) = child(containing: offset)
    var count = children[index].newlines(before: offset - start)
    for earlier in 0..<index { count += children[earlier].summary.newlines }
    return count
  }
}

// MARK: - Looking for line feeds

extension RopeNode {
  /// Where the first line feed at an offset or after it is, or nil.
  func newline(from offset: Int) -> Int? {
    guard summary.newlines > 0 else { return nil }
    if isLeaf { return bytes.withUnsafeBufferPointer { $0[offset...].firstIndex(of: 0x0a) } }
    var (index, start) = child(containing: offset)
    var local = offset - start
    while index < children.count {
      if let found = children[index].newline(from: local) { return start + found }
      start += children[index].summary.bytes
      (index, local) = (index + 1, 0)
    }
    return nil
  }

  /// Where the last line feed before an offset is, or nil.
  func newline(before offset: Int) -> Int? {
    guard summary.newlines > 0 else { return nil }
    if isLeaf { return bytes.withUnsafeBufferPointer { $0[..<offset].lastIndex(of: 0x0a) } }
    var (index, start) = child(containing: offset)
    var local = offset - start
    while true {
      if let found = children[index].newline(before: local) { return start + found }
      guard index > 0 else { return nil }
      index -= 1
      local = children[index].summary.bytes
      start -= local
    }
  }
}

// MARK: - Building

extension RopeNode {
  private static func sum(_ nodes: [RopeNode]) -> TextSummary {
    nodes.reduce(into: .zero) { $0 += $1.summary }
  }

  /// Cuts valid UTF-8 into leaves of about a size, between scalars.
  private static func leaves(of text: UnsafeBufferPointer<UInt8>, size: Int) -> [RopeNode] {
    var result: [RopeNode] = []
    result.reserveCapacity(text.count / size + 1)
    var start = 0
    while start < text.count {
      var end = min(text.count, start + size)
      while end < text.count, text[end] & 0xc0 == 0x80 { end -= 1 }
      result.append(RopeNode(leaf: Array(text[start..<end])))
      start = end
    }
    return result.isEmpty ? [RopeNode(leaf: [])] : result
  }

  /// Puts nodes of one height under parents that are nearly full.
  private static func grouped(_ nodes: [RopeNode]) -> [RopeNode] {
    let parents = (nodes.count + branching - 1) / branching
    return (0..<parents).map { parent in
      let range = nodes.count * parent / parents..<nodes.count * (parent + 1) / parents
      return RopeNode(children: Array(nodes[range]))
    }
  }
}

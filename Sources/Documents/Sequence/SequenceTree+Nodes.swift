extension SequenceTree {
  /// A tree of the handles 0… in their order.
  init(weights all: [Int]) {
    self.init()
    guard !all.isEmpty else { return }
    // Some room in each node, so that the next insertions split none.
    let share = Self.fanOut * 7 / 8
    leaves = [Int32](repeating: -1, count: all.count)
    var level: [(node: Int, weight: Int)] = []
    for start in stride(from: 0, to: all.count, by: share) {
      let leaf = makeNode()
      var sum = 0
      for handle in start..<min(start + share, all.count) {
        append(handle, all[handle], to: leaf)
        leaves[handle] = Int32(truncatingIfNeeded: leaf)
        sum += all[handle]
      }
      if let last = level.last {
        following[last.node] = Int32(truncatingIfNeeded: leaf)
        preceding[leaf] = Int32(truncatingIfNeeded: last.node)
      }
      level.append((leaf, sum))
    }
    (firstLeaf, lastLeaf) = (level[0].node, level[level.count - 1].node)
    isRootLeaf = level.count == 1
    while level.count > 1 {
      var above: [(node: Int, weight: Int)] = []
      for start in stride(from: 0, to: level.count, by: share) {
        let node = makeNode(isInner: true)
        var sum = 0
        for child in level[start..<min(start + share, level.count)] {
          append(child.node, child.weight, to: node)
          parents[child.node] = Int32(truncatingIfNeeded: node)
          sum += child.weight
        }
        above.append((node, sum))
      }
      level = above
    }
    root = level[0].node
    setWeight(level[0].weight)
  }

  private mutating func append(_ child: Int, _ weight: Int, to node: Int) {
    let slot = node * Self.fanOut + Int(sizes[node])
    children[slot] = Int32(truncatingIfNeeded: child)
    weights[slot] = Int32(truncatingIfNeeded: weight)
    sizes[node] += 1
  }

  /// Marks a node above the leaves in `following`.
  static let inner: Int32 = -2

  mutating func makeNode(isInner: Bool = false) -> Int {
    let mark = isInner ? Self.inner : -1
    if let node = free.popLast().map({ Int($0) }) {
      sizes[node] = 0
      parents[node] = -1
      following[node] = mark
      preceding[node] = -1
      return node
    }
    children.append(contentsOf: repeatElement(-1, count: Self.fanOut))
    weights.append(contentsOf: repeatElement(0, count: Self.fanOut))
    sizes.append(0)
    parents.append(-1)
    following.append(mark)
    preceding.append(-1)
    return sizes.count - 1
  }

  /// Moves the children of a node from a slot on, and puts another into the gap.
  mutating func open(_ node: Int, at slot: Int, child: Int, weight: Int) {
    let base = node * Self.fanOut
    let moved = Int(sizes[node]) - slot
    children.withUnsafeMutableBufferPointer { children in
      for index in stride(from: base + slot + moved, to: base + slot, by: -1) {
        children[index] = children[index - 1]
      }
      children[base + slot] = Int32(truncatingIfNeeded: child)
    }
    weights.withUnsafeMutableBufferPointer { weights in
      for index in stride(from: base + slot + moved, to: base + slot, by: -1) {
        weights[index] = weights[index - 1]
      }
      weights[base + slot] = Int32(truncatingIfNeeded: weight)
    }
    sizes[node] += 1
  }

  mutating func close(_ node: Int, at slot: Int) {
    let base = node * Self.fanOut
    for index in base + slot..<base + Int(sizes[node]) - 1 {
      children[index] = children[index + 1]
      weights[index] = weights[index + 1]
    }
    sizes[node] -= 1
  }

  /// Splits a full leaf and returns where a place went.
  ///
  /// A leaf that grows at its end keeps all, so that typing forwards fills its leaves.
  mutating func makeRoom(_ place: Place) -> Place {
    settle()
    let isEnd = place.slot == Self.fanOut
    let kept = isEnd ? Self.fanOut : Self.fanOut / 2
    let leaf = place.leaf
    let fresh = halve(leaf, keeping: kept)
    let next = Int(following[leaf])
    following[fresh] = Int32(truncatingIfNeeded: next)
    preceding[fresh] = Int32(leaf)
    following[leaf] = Int32(fresh)
    if next >= 0 { preceding[next] = Int32(fresh) } else { lastLeaf = fresh }
    for slot in 0..<Int(sizes[fresh]) {
      leaves[Int(children[fresh * Self.fanOut + slot])] = Int32(fresh)
    }
    if isEnd { return Place(leaf: fresh, slot: 0) }
    return place.slot > kept ? Place(leaf: fresh, slot: place.slot - kept) : place
  }

  /// Moves the children of a node from a slot on into a new node after it.
  private mutating func halve(_ node: Int, keeping kept: Int) -> Int {
    recent.leaf = -1
    let isInner = following[node] == Self.inner
    let fresh = makeNode(isInner: isInner)
    let moved = Int(sizes[node]) - kept
    var sum = 0
    for slot in 0..<moved {
      children[fresh * Self.fanOut + slot] = children[node * Self.fanOut + kept + slot]
      weights[fresh * Self.fanOut + slot] = weights[node * Self.fanOut + kept + slot]
      sum += Int(weights[fresh * Self.fanOut + slot])
      if isInner { parents[Int(children[fresh * Self.fanOut + slot])] = Int32(fresh) }
    }
    sizes[node] = Int32(kept)
    sizes[fresh] = Int32(moved)
    if parents[node] < 0 {
      let total = self.weight
      let above = makeNode(isInner: true)
      open(above, at: 0, child: node, weight: total)
      parents[node] = Int32(above)
      root = above
      isRootLeaf = false
    }
    insert(fresh, after: node, weight: sum)
    return fresh
  }

  /// Puts the new half of a node after it; its weight is taken from the node's.
  private mutating func insert(_ fresh: Int, after node: Int, weight sum: Int) {
    let former = Int(parents[node])
    var slot = slot(of: node, in: former)
    weights[former * Self.fanOut + slot] -= Int32(truncatingIfNeeded: sum)
    slot += 1
    var parent = former
    if Int(sizes[former]) == Self.fanOut {
      let kept = slot == Self.fanOut ? Self.fanOut : Self.fanOut / 2
      let other = halve(former, keeping: kept)
      if slot > kept || slot == Self.fanOut {
        parent = other
        slot -= kept
      }
    }
    open(parent, at: slot, child: fresh, weight: sum)
    parents[fresh] = Int32(truncatingIfNeeded: parent)
    // Where the new half has another parent, its weight moves from one branch to the other.
    var (gains, loses) = (parent, former)
    while gains != loses {
      let (above, below) = (Int(parents[gains]), Int(parents[loses]))
      weights[above * Self.fanOut + self.slot(of: gains, in: above)] += Int32(
        truncatingIfNeeded: sum)
      weights[below * Self.fanOut + self.slot(of: loses, in: below)] -= Int32(
        truncatingIfNeeded: sum)
      (gains, loses) = (above, below)
    }
  }

  mutating func removeLeaf(_ leaf: Int) {
    settle()
    let (next, previous) = (Int(following[leaf]), Int(preceding[leaf]))
    if next >= 0 { preceding[next] = Int32(previous) } else { lastLeaf = previous }
    if previous >= 0 {
      following[previous] = Int32(truncatingIfNeeded: next)
    } else {
      firstLeaf = next
    }
    recent.leaf = -1
    var node = leaf
    while true {
      let parent = Int(parents[node])
      free.append(Int32(node))
      guard parent >= 0 else {
        (root, isRootLeaf) = (-1, true)
        return
      }
      close(parent, at: slot(of: node, in: parent))
      if sizes[parent] > 0 { return }
      node = parent
    }
  }
}

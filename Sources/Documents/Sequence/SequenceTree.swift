/// Handles in their order, each with a weight: found by place, by sum of weights, and by handle.
///
/// A B+-tree in arrays: a node is a number, its children and their weights are next to each
/// other. A search by weight starts at the leaf of the last one, so that typing costs O(1); else
/// O(log n). A value with copy on write.
struct SequenceTree: Sendable {
  static let fanOut = 32

  /// A place between two handles: before the child at `slot` of a leaf.
  struct Place: Equatable, Sendable {
    var leaf: Int
    var slot: Int
  }

  /// `fanOut` for each node: handles in a leaf, else nodes.
  var children: [Int32] = []
  /// `fanOut` for each node: the weight of each child.
  var weights: [Int32] = []
  /// The number of children of each node.
  var sizes: [Int32] = []
  /// The node above each; -1 for the root.
  var parents: [Int32] = []
  /// The next and previous leaf of each leaf; -1 at the ends.
  var following: [Int32] = []
  var preceding: [Int32] = []
  /// The leaf of each handle.
  var leaves: [Int32] = []
  /// Nodes that are not in use.
  var free: [Int32] = []
  var root = -1
  var isRootLeaf = true
  var firstLeaf = -1
  var lastLeaf = -1
  /// A leaf and the weight before it; no leaf is -1.
  var recent = (leaf: -1, before: 0)
  /// A change of the weight of a leaf that the nodes above it do not have yet: typing stays in one.
  private var unsettled = (leaf: -1, change: 0)

  private(set) var weight = 0

  init() {}

  mutating func setWeight(_ sum: Int) { weight = sum }

  var isEmpty: Bool { root < 0 }

  // MARK: - Walking

  var start: Place { Place(leaf: firstLeaf, slot: 0) }

  /// The place after all handles.
  var end: Place { Place(leaf: lastLeaf, slot: lastLeaf < 0 ? 0 : Int(sizes[lastLeaf])) }

  /// The handle after a place, or -1 at the end.
  func handle(at place: Place) -> Int {
    guard place.leaf >= 0 else { return -1 }
    if place.slot < Int(sizes[place.leaf]) {
      return Int(children[place.leaf * Self.fanOut + place.slot])
    }
    let next = Int(following[place.leaf])
    return next < 0 ? -1 : Int(children[next * Self.fanOut])
  }

  /// The place after the handle that follows a place.
  ///
  /// - Precondition: `handle(at:)` is no -1.
  func after(_ place: Place) -> Place {
    if place.slot < Int(sizes[place.leaf]) { return Place(leaf: place.leaf, slot: place.slot + 1) }
    return Place(leaf: Int(following[place.leaf]), slot: 1)
  }

  /// The handle before a place, or -1 at the start.
  func handle(before place: Place) -> Int {
    guard place.leaf >= 0 else { return -1 }
    if place.slot > 0 { return Int(children[place.leaf * Self.fanOut + place.slot - 1]) }
    let previous = Int(preceding[place.leaf])
    return previous < 0 ? -1 : Int(children[previous * Self.fanOut + Int(sizes[previous]) - 1])
  }

  /// The place before a handle.
  func place(of handle: Int) -> Place {
    let leaf = Int(leaves[handle])
    return Place(leaf: leaf, slot: slot(of: handle, in: leaf))
  }

  func slot(of child: Int, in node: Int) -> Int {
    children.withUnsafeBufferPointer { children in
      var slot = node * Self.fanOut
      while children[slot] != Int32(truncatingIfNeeded: child) { slot += 1 }
      return slot - node * Self.fanOut
    }
  }

  /// Calls a function with each handle in order.
  func forEach(_ body: (Int) -> Void) {
    var leaf = firstLeaf
    while leaf >= 0 {
      for slot in 0..<Int(sizes[leaf]) { body(Int(children[leaf * Self.fanOut + slot])) }
      leaf = Int(following[leaf])
    }
  }

  /// All handles in order.
  var handles: [Int] {
    var all: [Int] = []
    forEach { all.append($0) }
    return all
  }

  // MARK: - Finding

  /// The handle in which a sum of weights above 0 is reached, and how much of its weight that
  /// takes.
  ///
  /// - Precondition: The sum is at most `weight`.
  mutating func find(_ sum: Int) -> (handle: Int, offset: Int, place: Place) {
    if recent.leaf >= 0, sum > recent.before, let found = scan(recent.leaf, sum - recent.before) {
      return found
    }
    settle()
    var node = root
    var before = 0
    var isLeaf = isRootLeaf
    while !isLeaf {
      let base = node * Self.fanOut
      let slot = weights.withUnsafeBufferPointer { weights in
        var slot = base
        while before + Int(weights[slot]) < sum {
          before += Int(weights[slot])
          slot += 1
        }
        return slot
      }
      node = Int(children[slot])
      isLeaf = following[node] != Self.inner
    }
    recent = (node, before)
    guard let found = scan(node, sum - before) else {
      preconditionFailure("A search goes beyond the end of the sequence.")
    }
    return found
  }

  private func scan(_ leaf: Int, _ sum: Int) -> (handle: Int, offset: Int, place: Place)? {
    let base = leaf * Self.fanOut
    let size = Int(sizes[leaf])
    var rest = sum
    let slot = weights.withUnsafeBufferPointer { weights in
      var slot = 0
      while slot < size, Int(weights[base + slot]) < rest {
        rest -= Int(weights[base + slot])
        slot += 1
      }
      return slot
    }
    guard slot < size else { return nil }
    return (Int(children[base + slot]), rest, Place(leaf: leaf, slot: slot))
  }

  /// The sum of the weights before a place.
  mutating func weight(before place: Place) -> Int {
    guard place.leaf >= 0 else { return 0 }
    var sum = self.sum(of: place.leaf, upTo: place.slot)
    if recent.leaf == place.leaf { return sum + recent.before }
    settle()
    var node = place.leaf
    var before = 0
    while parents[node] >= 0 {
      let parent = Int(parents[node])
      before += self.sum(of: parent, upTo: slot(of: node, in: parent))
      node = parent
    }
    recent = (place.leaf, before)
    sum += before
    return sum
  }

  private func sum(of node: Int, upTo slot: Int) -> Int {
    weights.withUnsafeBufferPointer { weights in
      var sum = 0
      for index in node * Self.fanOut..<node * Self.fanOut + slot { sum += Int(weights[index]) }
      return sum
    }
  }

  /// Whether a handle comes before another.
  func isOrdered(_ first: Int, _ second: Int) -> Bool {
    var (left, right) = (Int(leaves[first]), Int(leaves[second]))
    var (leftChild, rightChild) = (first, second)
    // All leaves are at one depth.
    while left != right {
      (leftChild, rightChild) = (left, right)
      (left, right) = (Int(parents[left]), Int(parents[right]))
    }
    return slot(of: leftChild, in: left) < slot(of: rightChild, in: left)
  }

  // MARK: - Changing

  /// Adds to the weight of a handle.
  mutating func add(_ change: Int, to handle: Int) {
    guard change != 0 else { return }
    let leaf = Int(leaves[handle])
    add(change, at: Place(leaf: leaf, slot: slot(of: handle, in: leaf)))
  }

  /// Adds to the weight of the handle at a place, which must not be the end of its leaf.
  mutating func add(_ change: Int, at place: Place) {
    weights[place.leaf * Self.fanOut + place.slot] += Int32(truncatingIfNeeded: change)
    propagate(change, from: place.leaf)
  }

  private mutating func propagate(_ change: Int, from leaf: Int) {
    weight += change
    if recent.leaf != leaf { recent.leaf = -1 }
    if unsettled.leaf != leaf {
      settle()
      unsettled.leaf = leaf
    }
    unsettled.change += change
  }

  /// Gives the nodes above the last changed leaf its weight, before any of them is looked at.
  mutating func settle() {
    let (leaf, change) = unsettled
    unsettled.change = 0
    guard change != 0 else { return }
    var node = leaf
    while parents[node] >= 0 {
      let parent = Int(parents[node])
      weights[parent * Self.fanOut + slot(of: node, in: parent)] += Int32(
        truncatingIfNeeded: change)
      node = parent
    }
  }

  /// Adds a handle at a place.
  mutating func insert(_ handle: Int, weight added: Int, at place: Place) {
    while leaves.count <= handle { leaves.append(-1) }
    if root < 0 {
      root = makeNode()
      (isRootLeaf, firstLeaf, lastLeaf) = (true, root, root)
    }
    var place = place.leaf < 0 ? Place(leaf: root, slot: 0) : place
    if Int(sizes[place.leaf]) == Self.fanOut { place = makeRoom(place) }
    open(place.leaf, at: place.slot, child: handle, weight: added)
    leaves[handle] = Int32(place.leaf)
    propagate(added, from: place.leaf)
  }

  /// Removes a handle; its number can be used again.
  mutating func remove(_ handle: Int) {
    let leaf = Int(leaves[handle])
    let slot = slot(of: handle, in: leaf)
    let lost = Int(weights[leaf * Self.fanOut + slot])
    close(leaf, at: slot)
    leaves[handle] = -1
    propagate(-lost, from: leaf)
    if sizes[leaf] == 0 { removeLeaf(leaf) }
  }
}

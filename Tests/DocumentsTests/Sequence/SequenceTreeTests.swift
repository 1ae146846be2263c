import TestSupport
import Testing

@testable import Documents

/// The tree and the index against plain arrays.
@Suite(.timeLimit(.minutes(20))) struct SequenceTreeTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `random changes leave the tree what an array is`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tree = SequenceTree()
    var model: [Int] = []
    var weights: [Int] = []
    for step in 0..<6000 {
      // Some seeds only append, only prepend or mostly delete.
      let grows = step < 4000 || model.isEmpty
      if grows || Int.random(in: 0..<3, using: &random) == 0 {
        let index =
          seed % 4 == 1
          ? model.count : seed % 4 == 2 ? 0 : Int.random(in: 0...model.count, using: &random)
        let place = index < model.count ? tree.place(of: model[index]) : tree.end
        weights.append(Int.random(in: 0..<4, using: &random))
        tree.insert(weights.count - 1, weight: weights[weights.count - 1], at: place)
        model.insert(weights.count - 1, at: index)
      } else {
        let index = Int.random(in: model.indices, using: &random)
        tree.remove(model.remove(at: index))
      }
      guard let handle = model.randomElement(using: &random) else { continue }
      let change = Int.random(in: -weights[handle]...2, using: &random)
      weights[handle] += change
      tree.add(change, to: handle)
      // A search by weight right after a change, when no other look has settled it.
      if step % 13 == 0, weights[handle] > 0 {
        let before = model.prefix { $0 != handle }.reduce(0) { $0 + weights[$1] }
        #expect(tree.find(before + 1).handle == handle)
      }
      if step % 97 == 0 { check(&tree, model, weights, &random) }
    }
    check(&tree, model, weights, &random)
  }

  private func check(
    _ tree: inout SequenceTree, _ model: [Int], _ weights: [Int], _ random: inout SplitMix64
  ) {
    #expect(tree.handles == model)
    #expect(tree.weight == model.reduce(0) { $0 + weights[$1] })
    var before = 0
    for (index, handle) in model.enumerated() where index % 7 == 0 || index + 1 == model.count {
      before = model[..<index].reduce(0) { $0 + weights[$1] }
      #expect(tree.weight(before: tree.place(of: handle)) == before)
      #expect(tree.handle(before: tree.place(of: handle)) == (index > 0 ? model[index - 1] : -1))
      if weights[handle] > 0 {
        let found = tree.find(before + 1)
        #expect(found.handle == handle && found.offset == 1)
      }
      if index > 0 { #expect(tree.isOrdered(model[index - 1], handle)) }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the index finds the entry at or before a number`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var index = NameIndex()
    var model: [UInt32: Int] = [:]
    for handle in 0..<3000 {
      let number = seed == 0 ? UInt32(handle) * 2 : UInt32.random(in: 0..<9000, using: &random)
      if model[number] == nil {
        index.insert(number, handle)
        model[number] = handle
      } else if handle % 3 == 0 {
        index.remove(number)
        model[number] = nil
      }
    }
    let sorted = model.keys.sorted()
    #expect(index.handles == sorted.compactMap { model[$0] })
    for number in stride(from: 0, to: 9000, by: 7) as StrideTo<UInt32> {
      let floor = sorted.last { $0 <= number }.flatMap { model[$0] } ?? -1
      #expect(index.find(number) == floor)
    }
  }
}

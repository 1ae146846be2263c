import Documents
import TestSupport
import Testing

/// Several people who type at one place, each letter before the one typed last.
@Suite(.timeLimit(.minutes(20))) struct BackwardTypingTests {
  private func copies(of replica: Replica, _ count: UInt64) throws -> [Replica] {
    try (0..<count).map { number in
      var copy = Replica(key: "doc", actor: ActorID(number: number + 2))
      for change in replica.localChanges { _ = try copy.apply(change) }
      return copy
    }
  }

  /// A time limit alone would not show it: passing what the others typed once for each letter takes
  /// some eight million steps.
  @Test(arguments: [0, 1])
  func `ten people type four hundred letters backwards, and nobody's are mixed`(place: Int) throws {
    let base = try Replica.withText("[]")
    var people = try copies(of: base, 10)
    for number in people.indices {
      for _ in 0..<400 { try people[number].edit(place, place, "\(number)") }
    }

    var reader = base
    for step in 0..<400 {
      for person in people { _ = try reader.apply(person.localChanges[step]) }
    }

    var rest = reader.text
    for number in people.indices {
      rest = rest.replacing(String(repeating: "\(number)", count: 400), with: "")
    }
    #expect(rest == "[]")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `people who type backwards near one place get the text that the model has`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let base = try Replica.withText("ab")
    var people = try copies(of: base, .random(in: 2...4, using: &random))
    var log = base.localChanges
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      var place = 1
      for number in people.indices {
        for step in 0..<Int.random(in: 0...6, using: &random) {
          let count = people[number].text.unicodeScalars.count
          place = min(place, count)
          switch Int.random(in: 0..<8, using: &random) {
          case 0: place = Int.random(in: 0...count, using: &random)
          case 1: try people[number].edit(place, min(count, place + 1))
          case 2: place = min(count, place + 1)
          default: break
          }
          place = min(place, people[number].text.unicodeScalars.count)
          try people[number].edit(place, place, "\(number)\(step)")
        }
      }
      // Some hear of all that was typed, and go on from there.
      let typed = people.flatMap(\.localChanges).filter { !log.contains($0) }
      log += typed
      for number in people.indices where Bool.random(using: &random) {
        for change in log { _ = try people[number].apply(change) }
      }
    }

    var model = NaiveText()
    for change in log { model.apply(change) }
    for number in people.indices {
      for change in log { _ = try people[number].apply(change) }
      #expect(people[number].text == model.string, "seed \(seed)")
    }
  }
}

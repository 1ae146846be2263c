/// Actors in the order in which they were first written, each once, and the number of each.
struct ActorNumbers: Sendable {
  private var actors: [ActorID] = []
  /// The numbers, once there are too many actors to look through.
  private var numbers: [ActorID: Int] = [:]

  private static let few = 16

  var count: Int { actors.count }

  subscript(number: Int) -> ActorID { actors[number] }

  /// The number of an actor, or nil before it was written.
  func number(of actor: ActorID) -> Int? {
    actors.count > Self.few ? numbers[actor] : actors.lastIndex(of: actor)
  }

  /// Gives an actor the next number.
  ///
  /// - Precondition: It has none.
  mutating func append(_ actor: ActorID) {
    actors.append(actor)
    if actors.count == Self.few + 1 {
      for (number, actor) in actors.enumerated() { numbers[actor] = number }
    } else if actors.count > Self.few {
      numbers[actor] = actors.count - 1
    }
  }
}

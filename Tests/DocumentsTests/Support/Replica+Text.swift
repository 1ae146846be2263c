import Documents

extension Replica {
  /// A document of the first person with a text at `t`.
  static func withText(_ content: String) throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, content)
    }
    return replica
  }
}

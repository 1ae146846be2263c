/// A program that does the like of what is measured, in the same run.
struct Peer {
  /// What it does; nil where the program is not installed.
  let action: Action?
  /// The program's name.
  let program: String
  /// What ours has to show next to it.
  let bound: Bound?

  /// A program, if it is installed.
  init(
    _ program: String, isHere: Bool, showing bound: Bound? = nil,
    _ action: @autoclosure () -> Action
  ) {
    (self.program, self.bound) = (program, bound)
    self.action = isHere ? action() : nil
  }
}

extension Report {
  /// Measures one row next to several programs, which take turns with it; each has a line.
  ///
  /// - Parameters:
  ///   - samples: How many samples of each; one unmeasured round comes before several.
  ///   - peerSamples: How many of the peers, where they take much longer; nil for as many.
  ///   - bound: What ours has to show by itself.
  ///   - ours: The action.
  ///   - peers: The others.
  /// - Throws: What the work throws.
  func row(
    samples: Int, peerSamples: Int? = nil, _ bound: Bound? = nil, ours: Action, peers: [Peer]
  ) async throws {
    guard !isCounting else {
      try await row(ours: ours)
      return
    }
    var own: [Double] = []
    var others = [[Double]](repeating: [], count: peers.count)
    for round in 0..<(samples == 1 ? 1 : samples + 1) {
      let isMeasured = round > 0 || samples == 1
      for (index, peer) in peers.enumerated() where round <= peerSamples ?? samples {
        guard let time = try await peer.action?.sample(), isMeasured else { continue }
        others[index].append(time)
      }
      let time = try await ours.sample()
      if isMeasured { own.append(time) }
    }
    show(ours.name, Samples(own), nil, bound)
    for (peer, times) in zip(peers, others) {
      let name = "  beside \(peer.program)"
      let baseline = peer.action.map { ($0.name, Samples(times)) }
      show(
        name, Samples(own), baseline, absence: "\(peer.program) is not here", peer.bound)
    }
  }
}

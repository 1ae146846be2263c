/// The state of an engine's connection to its server.
package struct EngineStanding: Hashable, Sendable {
  package var state: ConnectionState
  /// What keeps it from working, or from writing; nil when nothing does.
  package var obstacle: ConnectionObstacle?
  /// What its event stream has yet to bring of what is older than itself.
  package var rest: StreamProgress.Rest
  /// Whether everything was exchanged since the connection was made, and the server answers what is
  /// sent without delay.
  package var isCaughtUp: Bool

  package init(
    state: ConnectionState, obstacle: ConnectionObstacle? = nil, rest: StreamProgress.Rest = .none,
    isCaughtUp: Bool = false
  ) {
    (self.state, self.obstacle, self.rest) = (state, obstacle, rest)
    self.isCaughtUp = isCaughtUp
  }
}

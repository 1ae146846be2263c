import Documents

/// Who else is in a document, as its watch stream reports it, and what the server knows of oneself.
///
/// A value, without the stream.
package struct DocumentAudience: Hashable, Sendable {
  /// What has changed, in order.
  package enum News: Hashable, Sendable {
    /// Everybody is known from now on.
    case opened
    case came(ActorID, [String: String])
    case told(ActorID, [String: String])
    /// Somebody has gone; what they said last.
    case went(ActorID, [String: String])
  }

  /// The others who are there, with their presences; empty while no stream is open.
  package private(set) var online: [ActorID: [String: String]] = [:]
  /// The number of the stream that is open; nil while none is.
  package private(set) var stream: Int?
  private var streams = 0
  /// The own presence as the server has it; nil when that is not known.
  package private(set) var told: [String: String]?
  /// Whether the server may have forgotten it with an earlier stream of this client.
  private var isDoubtful = false
  /// Whether the server may have a presence of this client that is not empty.
  private var mayBeThere = false

  /// Nobody is known.
  package init() {}

  /// Whether the server has another presence than it should.
  ///
  /// While nobody else is there it may have an older one, but not an older name: observers are not
  /// seen.
  ///
  /// - Parameters:
  ///   - own: The presence.
  ///   - names: The keys that observers are shown.
  /// - Returns: Whether it has.
  package func waits(for own: [String: String], naming names: Set<String> = []) -> Bool {
    guard isNews(own) else { return false }
    guard let told else { return true }
    return !online.isEmpty || names.contains { own[$0] != told[$0] }
  }

  /// Whether the server may have another presence than this one.
  package func isNews(_ own: [String: String]) -> Bool {
    told.map { $0 != own } ?? (mayBeThere || !own.isEmpty)
  }

  /// The server got the own presence with the attachment, before this client watched.
  package mutating func join(telling presence: [String: String]) {
    (told, isDoubtful, mayBeThere) = (presence, false, !presence.isEmpty)
  }

  /// The server got the own presence with an exchange.
  ///
  /// It forgets the presence with the last stream of a client, whose end it may notice late, so
  /// that only what was sent in the present stream is there for certain.
  ///
  /// - Parameters:
  ///   - presence: The presence.
  ///   - sending: The stream that was open when it was sent; nil for none.
  package mutating func tell(_ presence: [String: String], sentIn sending: Int?) {
    mayBeThere = !presence.isEmpty
    guard stream == nil || stream == sending else {
      told = nil
      return
    }
    (told, isDoubtful) = (presence, stream == nil)
  }

  /// Whether an event says that there is something to pull.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - sequence: The number of the newest change that is here.
  /// - Returns: Whether it does.
  package func brings(_ event: DocumentWatchEvent.Kind, to sequence: Int64) -> Bool {
    switch event {
    case .initialized(let newest, _): newest > sequence
    // A removal has no number of its own, and no maker.
    case .changed(let newest, let maker, _): newest > sequence || maker == nil
    case .watched, .unwatched, .presence: false
    }
  }

  /// Takes an event of the watch stream.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - own: The actor of this client, which is none of the others.
  /// - Returns: What has changed by it.
  package mutating func hear(_ event: DocumentWatchEvent.Kind, as own: ActorID) -> [News] {
    switch event {
    case .initialized(_, let others): return begin(others.filter { $0.key != own })
    case .watched(let client, let presence) where client != own: return come(client, presence)
    case .presence(let client, let presence?) where client != own: return tell(client, presence)
    case .unwatched(let client), .presence(let client, nil): return go(client)
    case .changed, .watched, .presence: return []
    }
  }

  private mutating func begin(_ others: [ActorID: [String: String]]) -> [News] {
    if stream != nil {
      // The stream was opened again for other documents; nobody noticed.
      var news: [News] = []
      for client in online.keys.sorted() where others[client] == nil { news += go(client) }
      for (client, presence) in others.sorted(by: { $0.key < $1.key }) {
        news += come(client, presence)
      }
      return news
    }
    streams += 1
    (stream, online) = (streams, others)
    if isDoubtful { (told, isDoubtful) = (nil, false) }
    return [.opened]
  }

  private mutating func come(_ client: ActorID, _ presence: [String: String]) -> [News] {
    if online[client] != nil { return tell(client, presence) }
    online[client] = presence
    return [.came(client, presence)]
  }

  private mutating func tell(_ client: ActorID, _ presence: [String: String]) -> [News] {
    guard let former = online[client], former != presence else { return [] }
    online[client] = presence
    return [.told(client, presence)]
  }

  private mutating func go(_ client: ActorID) -> [News] {
    online.removeValue(forKey: client).map { [.went(client, $0)] } ?? []
  }

  /// The stream has ended: nobody is seen, and a server that starts again knows no presence.
  ///
  /// - Returns: Whether there was a stream.
  package mutating func lose() -> Bool {
    guard stream != nil else {
      // One that said nothing may have been there for the server.
      isDoubtful = told != nil
      return false
    }
    (stream, online, told) = (nil, [:], nil)
    return true
  }
}

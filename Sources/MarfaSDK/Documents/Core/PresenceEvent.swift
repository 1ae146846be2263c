import Documents

/// Somebody in a document, and what they say of themselves.
public struct PeerElement: Hashable, Sendable {
  /// Who.
  public let clientID: ActorID
  /// What they say: names and JSON values.
  public let presence: [String: JSONValue]

  init(_ clientID: ActorID, _ values: [String: String]) {
    self.clientID = clientID
    presence = PresenceValue.decoded(values)
  }
}

/// Who else is there is known now, or is not known any more.
public struct InitializedEvent: DocEvent, Hashable {
  /// `initialized`.
  public var type: DocEventType { .initialized }
  /// The others who are there, by their ids.
  public let value: [PeerElement]
}

/// Somebody has come.
public struct WatchedEvent: DocEvent, Hashable {
  /// `watched`.
  public var type: DocEventType { .watched }
  /// Who, and their presence.
  public let value: PeerElement
}

/// Somebody has gone.
public struct UnwatchedEvent: DocEvent, Hashable {
  /// `unwatched`.
  public var type: DocEventType { .unwatched }
  /// Who, and their last presence.
  public let value: PeerElement
}

/// The presence of somebody who is there, or the own one, is another.
public struct PresenceChangedEvent: DocEvent, Hashable {
  /// `presenceChanged`.
  public var type: DocEventType { .presenceChanged }
  /// Who, and their new presence.
  public let value: PeerElement
}

/// JSON values in presences, which travel as texts.
enum PresenceValue {
  /// Before the JSON of a value that is no text.
  private static let mark: Character = "\u{1}"

  static func encoded(_ values: [String: JSONValue]) -> [String: String] {
    values.mapValues { value in
      if let text = value.stringValue { return text }
      return String(mark) + JSONWriter.string(of: value, order: .sorted)
    }
  }

  static func decoded(_ values: [String: String]) -> [String: JSONValue] {
    values.mapValues(decoded)
  }

  static func decoded(_ text: String) -> JSONValue {
    guard text.first == mark else { return .string(text) }
    // Somebody else's text that only begins so stays a text.
    return (try? JSONParser.parse(Array(text.dropFirst().utf8))) ?? .string(text)
  }
}

extension Presence {
  /// Sets some keys to JSON values; the others stay.
  ///
  /// - Parameters:
  ///   - values: The new values; each replaces the former one as a whole.
  ///   - history: Whether undo restores the former values; the last write to a key decides.
  @_disfavoredOverload
  public func set(_ values: [String: JSONValue], history: PresenceHistory = .ignored) {
    set(PresenceValue.encoded(values), history: history)
  }

  /// The value of a key as JSON, or nil.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value.
  public func value(_ key: String) -> JSONValue? { get(key).map(PresenceValue.decoded) }
}

/// What the server lets a credential do, as it said when it was asked last.
///
/// A connected client throws `ForbiddenError` for a change that it does not allow, and queues
/// nothing.
public struct CredentialRights: Codable, Hashable, Sendable {
  /// How far a credential may go, from nothing to everything.
  public enum Level: String, Codable, Hashable, Sendable, Comparable {
    /// It does not see it.
    case none
    /// It sees it and may not change it.
    case read
    /// It may change it.
    case write

    /// Whether one level allows less than another.
    public static func < (one: Level, other: Level) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .none: 0
      case .read: 1
      case .write: 2
      }
    }
  }

  /// Levels of item types, by name or by a pattern such as `core.*`.
  public var types: [String: Level]
  /// Levels of edge types.
  public var edges: [String: Level]
  /// Levels of the namespaces of extensions.
  public var extensions: [String: Level]
  /// Whether it may remove items permanently; else a purge becomes a move to the server's trash.
  public var mayPurge: Bool

  /// An empty map allows nothing.
  public init(
    types: [String: Level], edges: [String: Level], extensions: [String: Level], mayPurge: Bool
  ) {
    (self.types, self.edges, self.extensions) = (types, edges, extensions)
    self.mayPurge = mayPurge
  }

  /// Everything is allowed, as long as a server has not said otherwise.
  public static let all = CredentialRights(
    types: ["*": .write], edges: ["*": .write], extensions: ["*": .write], mayPurge: true)

  /// How far the credential may go with items of a type.
  public func level(ofType type: String) -> Level { Self.level(of: type, types) }

  /// How far the credential may go with edges of a type.
  public func level(ofEdgeType type: String) -> Level { Self.level(of: type, edges) }

  /// Whether the credential may create and change items of a type.
  public func mayWrite(type: String) -> Bool { level(ofType: type) == .write }

  /// Whether the credential may create, change and delete edges of a type, at an item that it may
  /// write.
  public func mayWrite(edgeType: String) -> Bool { level(ofEdgeType: edgeType) == .write }

  /// Whether the credential may write the extension of a namespace.
  public func mayWrite(extension namespace: String) -> Bool {
    Self.level(of: namespace, extensions) == .write
  }

  /// Whether the credential may write everything.
  var isUnlimited: Bool {
    [types, edges, extensions].allSatisfy { map in
      map["*"] == .write && map.values.allSatisfy { $0 == .write }
    }
  }

  /// Whether the credential may write anything at all.
  public var mayWrite: Bool {
    types.values.contains(.write) || edges.values.contains(.write)
  }

  /// The level of the most specific pattern: the name itself, the longest `parent.*`, then `*`.
  private static func level(of name: String, _ map: [String: Level]) -> Level {
    if let level = map[name] { return level }
    var rest = name[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if let level = map["\(rest).*"] { return level }
    }
    return map["*"] ?? .none
  }
}

extension CredentialRights {
  /// Reads the `may` of `GET /capabilities`; nil for a server that does not say.
  package init?(json: JSONValue?) {
    guard let members = json?.objectValue else { return nil }
    func levels(_ name: String) -> [String: Level] {
      (members[name]?.objectValue ?? [:]).compactMapValues {
        $0.stringValue.flatMap(Level.init)
      }
    }
    self.init(
      types: levels("types"), edges: levels("edges"), extensions: levels("extensions"),
      mayPurge: members["purge"]?.boolValue ?? true)
  }
}

import MarfaModel

/// What became of a request and what is answered, as a value until it is written for the client.
public struct StoreAnswer: Sendable {
  /// What an answer holds.
  enum Content: Sendable {
    /// `{item, metadata}`.
    case item(HydratedItem)
    /// A page of items, or of `{item, metadata}`.
    case items(HydratedPage)
    /// `{results}` of a search.
    case results([FoundItem])
    /// `{metadata}`.
    case metadata(ItemRow, [ExtensionRow])
    /// `{extensions}`.
    case extensions([ExtensionRow])
    /// `{namespace, data}`.
    case sidecar(namespace: String, data: String?)
    /// `{edge}`.
    case edge(EdgeRow)
    /// A page of edges.
    case edges(EdgePage)
    /// `{versions, cursor, has_more}` of an item.
    case versions([VersionRow], itemId: String, cursor: String?)
    /// Anything small.
    case value(JSONValue)
    /// Lines of JSON in UTF-8.
    case lines([UInt8])
    /// JSON in UTF-8: a first answer that was kept, or something rare.
    case text([UInt8])
  }

  /// What became of the request.
  public var outcome: Outcome
  /// What is answered.
  var content: Content
  /// Whether this is the answer to an earlier request with the same idempotency key.
  public var isReplay: Bool
  /// Whether what the client sent is left out, because it said so.
  public var isBrief = false

  init(outcome: Outcome = .done, _ content: Content, isReplay: Bool = false) {
    self.outcome = outcome
    self.content = content
    self.isReplay = isReplay
  }

  /// An answer with a JSON value.
  public init(outcome: Outcome = .done, _ value: JSONValue) {
    self.init(outcome: outcome, .value(value))
  }

  /// An answer whose body has no writer of its own.
  init(outcome: Outcome = .done, encoding body: some Encodable) throws {
    self.init(outcome: outcome, .text(Array(try StoredJSON.text(encoding: body).utf8)))
  }

  /// What a bulk request did.
  init(_ result: BulkResult) { self.init(.text(AnswerWriter.bytes(of: result))) }

  /// `{"ok": true}`.
  public static let ok = StoreAnswer(["ok": true])

  /// The JSON text in UTF-8; written at each call unless the answer is `encoded`.
  public var body: [UInt8] {
    switch content {
    case .item(let item): AnswerWriter.bytes(of: item)
    case .items(let page): AnswerWriter.bytes(of: page)
    case .results(let found): AnswerWriter.bytes(of: found)
    case .metadata(let row, let extensions): AnswerWriter.bytes(metadataOf: row, extensions)
    case .extensions(let extensions): AnswerWriter.bytes(of: extensions)
    case .sidecar(let namespace, let data): AnswerWriter.bytes(namespace: namespace, data: data)
    case .edge(let edge): Array("{\"edge\":\(edge.json)}".utf8)
    case .edges(let page): AnswerWriter.bytes(of: page)
    case .versions(let versions, let id, let cursor):
      AnswerWriter.bytes(of: versions, itemId: id, cursor: cursor)
    case .value(let value): JSONWriter.bytes(of: value, order: .sorted)
    case .lines(let text), .text(let text): text
    }
  }

  /// Whether the request had no effect.
  var isRefusal: Bool { outcome.isRefusal }

  /// Whether the body is lines of JSON and not one value.
  public var isLines: Bool {
    if case .lines = content { true } else { false }
  }

  /// The same answer with its body written out.
  var encoded: StoreAnswer {
    switch content {
    case .text, .lines: return self
    default: break
    }
    var result = StoreAnswer(outcome: outcome, .text(body), isReplay: isReplay)
    result.isBrief = isBrief
    return result
  }
}

extension StoreAnswer: Hashable {
  /// Whether a client could not tell the answers apart.
  public static func == (left: StoreAnswer, right: StoreAnswer) -> Bool {
    left.outcome == right.outcome && left.isReplay == right.isReplay && left.body == right.body
  }

  /// Hashes outcome and body.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outcome)
    hasher.combine(body)
  }
}

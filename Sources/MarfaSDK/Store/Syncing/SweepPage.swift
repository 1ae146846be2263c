/// One page of a sweep: lines of a snapshot, or a list.
struct SweepPage: Sendable {
  var items: [ConfirmedItem] = []
  var edges: [Edge] = []
  /// Where the next page begins; nil at the end.
  var next: String?
  /// How many items the server has in all; nil where it does not say.
  var total: Int?
  /// The newest event that is in a snapshot's part.
  var eventId: String?

  /// Reads a page.
  ///
  /// - Throws: `ResponseDecodingError` or `JSONSyntaxError` for anything else.
  init(_ body: [UInt8], of part: SweepPlace.Part) throws {
    switch part {
    case .snapshot: try readLines(body)
    case .active, .archived, .trashed:
      let page = try ListPage<ItemWithMetadata>(jsonBytes: body)
      items = page.data.map { $0.confirmed(withExtensions: true) }
      next = page.hasMore ? page.cursor : nil
    case .edges:
      let page = try ListPage<Edge>(jsonBytes: body)
      edges = page.data
      next = page.hasMore ? page.cursor : nil
    }
  }

  /// Reads items by their ids, or one item.
  static func confirmed(_ body: [UInt8]) throws -> [ConfirmedItem] {
    let json = try JSONParser.parse(body)
    if json.objectValue?["data"] != nil {
      return try ListPage<ItemWithMetadata>(json: json).data.map {
        $0.confirmed(withExtensions: true)
      }
    }
    return [try ItemWithMetadata(json: json).confirmed(withExtensions: false)]
  }

  private mutating func readLines(_ body: [UInt8]) throws {
    var isFirst = true
    var rest = body[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[end...].dropFirst()
      if line.isEmpty { continue }
      let json = try JSONParser.parse(line)
      let members = json.objectValue ?? [:]
      if isFirst {
        eventId = members["event_id"]?.stringValue
        next = members["next"]?.stringValue
        total = members["items"]?.integerValue.flatMap(Int.init(exactly:))
        isFirst = false
      } else if let edge = members["edge"] {
        edges.append(try Edge(json: edge))
      } else if members["item"] != nil {
        items.append(try ItemWithMetadata(json: json).confirmed(withExtensions: true))
      }
    }
    guard !isFirst, eventId != nil else {
      throw ResponseDecodingError(message: "A snapshot has no head.")
    }
  }
}

extension ItemWithMetadata {
  /// The item as a server said it is; its extensions count only in answers that include them.
  func confirmed(withExtensions hasExtensions: Bool) -> ConfirmedItem {
    ConfirmedItem(
      item, tags: metadata.tags, extensions: hasExtensions ? metadata.extensions : nil)
  }
}

extension Exchange {
  /// The page of a sweep that a reply brings; nil where it brings none.
  ///
  /// It needs no transaction. Why a page cannot be read is said when the reply is settled.
  func page(in reply: SyncReply) -> SweepPage? {
    guard case .sweep(let place) = subject, case .response(let response) = reply,
      response.status == 200
    else { return nil }
    return try? SweepPage(response.body, of: place.part)
  }

  /// The exchange for the part of a snapshot that comes after a page; nil at the end, and for
  /// lists, whose pages must be asked for one after the other: the stream reports meanwhile.
  func next(after page: SweepPage?) -> Exchange? {
    guard case .sweep(var place) = subject, place.part == .snapshot, let next = page?.next else {
      return nil
    }
    place.page = next
    return StoreWriter.sweepExchange(place)
  }
}

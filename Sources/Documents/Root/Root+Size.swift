/// How large a document is, in the bytes that Yorkie counts.
///
/// A ticket is 24 bytes, text two for each UTF-16 unit.
public struct DocumentSize: Hashable, Sendable {
  /// Bytes of content, and of what orders it.
  public struct Part: Hashable, Sendable {
    /// Bytes of values and text.
    public var data = 0
    /// Bytes of tickets.
    public var meta = 0
  }

  /// What can be read.
  public var live = Part()
  /// What was deleted and not yet purged.
  public var garbage = Part()

  /// All bytes together, deleted things too: what the limit is compared with.
  public var total: Int { live.data + live.meta + garbage.data + garbage.meta }
}

extension Root {
  private static let ticketBytes = 24

  /// The size of the document; costs O(everything).
  var size: DocumentSize {
    var size = DocumentSize()
    add(0, isLive: true, to: &size)
    return size
  }

  private func add(_ handle: Int, isLive: Bool, to size: inout DocumentSize) {
    let node = nodes[handle]
    let isLive = isLive && node.removedAt == nil
    var own = DocumentSize.Part(data: 0, meta: Self.ticketBytes)
    if node.movedAt != nil { own.meta += Self.ticketBytes }
    if node.removedAt != nil { own.meta += Self.ticketBytes }
    switch node.content {
    case .primitive(let value): own.data = value.dataBytes
    case .counter(.integer): own.data = 4
    case .counter(.long): own.data = 8
    case .text(let place):
      for piece in texts[place].pieces { add(piece, isLive: isLive, to: &size) }
    case .object, .array: break
    }
    size.add(own, isLive: isLive)
    for child in children(of: handle) { add(child, isLive: isLive, to: &size) }
  }

  private func add(_ piece: TextState.Piece, isLive: Bool, to size: inout DocumentSize) {
    var own = DocumentSize.Part(data: 2 * piece.content.utf16.count, meta: Self.ticketBytes)
    for (key, value) in piece.attributes {
      own.data += 2 * (key.utf16.count + value.utf16.count)
      own.meta += Self.ticketBytes
    }
    if piece.removedAt != nil { own.meta += Self.ticketBytes }
    size.add(own, isLive: isLive && piece.removedAt == nil)
  }
}

extension DocumentSize {
  fileprivate mutating func add(_ part: Part, isLive: Bool) {
    if isLive {
      live.data += part.data
      live.meta += part.meta
    } else {
      garbage.data += part.data
      garbage.meta += part.meta
    }
  }
}

extension Primitive {
  fileprivate var dataBytes: Int {
    switch self {
    case .null, .long, .double, .date: 8
    case .boolean, .integer: 4
    case .string(let value): 2 * value.utf16.count
    case .bytes(let value): value.count
    }
  }
}

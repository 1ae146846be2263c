extension Root {
  /// An element as JSON text; keys ascend.
  func json(of handle: Int) -> String {
    switch nodes[handle].content {
    case .primitive(let value): value.json
    case .counter(let value): String(value.number)
    case .text(let place): textJSON(texts[place])
    case .array(let place):
      "[" + arrays[place].live.map { json(of: $0) }.joined(separator: ",") + "]"
    case .object(let place):
      "{"
        + keys(of: place).compactMap { key in
          member(key, of: place).map { key.jsonQuoted + ":" + json(of: $0) }
        }.joined(separator: ",") + "}"
    }
  }

  /// A text as its live stretches of equal attributes, in the form in which Yorkie writes pieces.
  private func textJSON(_ text: TextState) -> String {
    var stretches: [TextState.Piece] = []
    for piece in text.pieces where piece.removedAt == nil {
      if let last = stretches.last, last.attributes == piece.attributes {
        stretches[stretches.count - 1].content += piece.content
      } else {
        stretches.append(piece)
      }
    }
    let pieces = stretches.map { piece in
      let attributes = piece.attributes.sorted { $0.key < $1.key }.map {
        $0.key.jsonQuoted + ":" + $0.value.jsonQuoted
      }
      let prefix =
        attributes.isEmpty ? "" : "\"attrs\":{" + attributes.joined(separator: ",") + "},"
      return "{" + prefix + "\"val\":" + piece.content.jsonQuoted + "}"
    }
    return "[" + pieces.joined(separator: ",") + "]"
  }

  /// A copy of a live element with its live parts, without identities.
  func value(of handle: Int) -> ElementValue {
    switch nodes[handle].content {
    case .primitive(let value): .primitive(value)
    case .counter(let value): .counter(value)
    case .text(let place):
      .text(
        texts[place].pieces.filter { $0.removedAt == nil }.map {
          ElementValue.TextRun(content: $0.content, attributes: $0.attributes)
        })
    case .array(let place): .array(arrays[place].live.map { value(of: $0) })
    case .object(let place):
      .object(
        keys(of: place).compactMap { key in
          member(key, of: place).map { ElementValue.Member(key: key, value: value(of: $0)) }
        })
    }
  }

  /// The tickets of a live element and its live parts, in the order in which `make` gives them out.
  func identities(of handle: Int) -> [TimeTicket] {
    var result = [nodes[handle].createdAt]
    switch nodes[handle].content {
    case .primitive, .counter, .text: break
    case .array(let place):
      for child in arrays[place].live { result += identities(of: child) }
    case .object(let place):
      for key in keys(of: place) {
        if let child = member(key, of: place) { result += identities(of: child) }
      }
    }
    return result
  }

  /// Where an element is: `$`, then a dot and a key or an index for each level.
  mutating func path(of handle: Int) -> String {
    guard handle > 0 else { return "$" }
    let parent = nodes[handle].parent
    let step: String
    switch nodes[parent].content {
    case .array(let place):
      step = arrays[place].entries[handle].map { String(arrays[place].index(of: $0.slot)) } ?? "?"
    case .object(let place): step = objects[place].key(of: handle) ?? "?"
    case .primitive, .counter, .text: step = "?"
    }
    return path(of: parent) + "." + step
  }
}

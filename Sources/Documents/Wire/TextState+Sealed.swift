extension TextState {
  /// Reads what was left out when a stored text was opened.
  ///
  /// - Throws: `.damaged` if the text cannot have been stored so; it can be read, and not edited.
  mutating func unseal() throws(DocumentsError) {
    guard let sealed else { return }
    var text = try Self.read(sealed.section, isLazy: false).text
    text.fault = fault
    self = text
  }

  /// The text with all that editing needs; an empty one if that is damaged.
  var unsealed: TextState {
    var text = self
    do { try text.unseal() } catch { return TextState() }
    return text
  }
}

extension TextState {
  /// A text from its bytes; a lazy one is sealed, else its spans are exactly its insertions.
  ///
  /// - Returns: The text, the bytes that it holds, and the latest lamport time in what was read.
  /// - Throws: `.damaged` for bytes that are no text.
  static func read(
    _ section: [UInt8], isLazy: Bool
  ) throws(DocumentsError) -> (text: TextState, held: Int, latest: Int64) {
    var reader = ByteReader(section)
    var text = TextState()
    text.buffer = try reader.packed()
    try reader.charge(text.buffer.count, ofSize: 1)
    guard String(validating: text.buffer, as: UTF8.self) != nil else {
      throw .damaged("a text is no UTF-8")
    }
    let count = try reader.small()
    if isLazy {
      text.sealed = SealedText(section: section, count: count)
    } else {
      try reader.history(of: &text, count: count)
    }
    return (text, reader.held, reader.latest)
  }
}

extension ByteReader {
  /// Reads a text, as far as this reader is to.
  mutating func text() throws(DocumentsError) -> TextState {
    let (text, held, latest) = try TextState.read(try raw(), isLazy: isLazy)
    try hold(held)
    note(latest)
    return text
  }
}

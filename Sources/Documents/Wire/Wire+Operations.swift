extension ByteWriter {
  /// Writes an operation of a change; its ticket is the change's but for the delimiter.
  mutating func write(_ operation: Operation, of id: ChangeID) {
    switch operation {
    case .set(let object, let key, let value, let at):
      begin(0, object, at, of: id)
      write(key)
      write(value)
    case .add(let array, let after, let value, let at):
      begin(1, array, at, of: id)
      write(after, of: id)
      write(value)
    case .move(let array, let element, let after, let at):
      begin(2, array, at, of: id)
      write(element, of: id)
      write(after, of: id)
    case .replace(let array, let element, let value, let at):
      begin(3, array, at, of: id)
      write(element, of: id)
      write(value)
    case .remove(let parent, let element, let at):
      begin(4, parent, at, of: id)
      write(element, of: id)
    case .increase(let counter, let operand, let at):
      begin(5, counter, at, of: id)
      write(operand)
    case .edit(let text, let edit, let at):
      begin(ChangeContext.edit, text, at, of: id)
      write(edit, of: id)
    case .style(let text, let reaches, let values, let at):
      begin(7, text, at, of: id)
      write(reaches, of: id)
      write(values)
    case .restore(let text, let restored, let deleted, let at):
      begin(8, text, at, of: id)
      write(all: restored) { $0.write($1, of: id) }
      write(deleted, of: id)
    }
    context.end(operation)
  }

  /// What all operations begin with: the number of the kind, and what differs from the prediction.
  private mutating func begin(
    _ kind: UInt8, _ target: TimeTicket, _ at: TimeTicket, of id: ChangeID
  ) {
    typealias Mark = ChangeContext.OperationMark
    let hasDelimiter = at.delimiter != context.delimiter
    let hasTarget = target != context.target
    write(byte: kind | (hasDelimiter ? Mark.delimiter : 0) | (hasTarget ? Mark.target : 0))
    if hasDelimiter { write(UInt64(at.delimiter)) }
    if hasTarget { write(target, of: id) }
  }

  private mutating func write(_ values: [String: String?]) {
    write(all: values.sorted { $0.key < $1.key }) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value) { $0.write($1) }
    }
  }

  private mutating func write(_ operand: CounterOperand) {
    switch operand {
    case .whole(let value): write(tag: 0) { $0.write(signed: value) }
    case .fraction(let value): write(tag: 1) { $0.write(value.bitPattern) }
    }
  }

  private mutating func write(_ edit: TextEdit, of id: ChangeID) {
    typealias Mark = ChangeContext.EditMark
    let predicted = context.predictedLeft(id.lamport, id.actor)
    let left = side(edit.left, predicted)
    let right = side(edit.right, context.right)
    let isLetter = edit.content.utf8.count == 1
    var marks = left | right << 2
    if !edit.removed.isEmpty { marks |= Mark.removed }
    if !edit.content.isEmpty { marks |= Mark.insertion }
    if let attributes = edit.attributes, !attributes.isEmpty { marks |= Mark.attributes }
    if isLetter { marks |= Mark.letter }
    write(byte: marks)
    if !edit.removed.isEmpty { write(edit.removed, of: id) }
    if left == ChangeContext.Side.explicit, let place = edit.left { write(place, of: id) }
    if right == ChangeContext.Side.explicit, let place = edit.right { write(place, of: id) }
    if isLetter {
      write(byte: edit.content.utf8.first ?? 0)
    } else if !edit.content.isEmpty {
      write(edit.content)
    }
    if marks & Mark.attributes != 0 { write(edit.attributes ?? [:]) }
  }

  private func side(_ place: CharacterReference?, _ predicted: CharacterReference?) -> UInt8 {
    guard let place else { return ChangeContext.Side.none }
    return place == predicted ? ChangeContext.Side.predicted : ChangeContext.Side.explicit
  }

  /// The lowest bit of the number says that each is one scalar long.
  private mutating func write(_ reaches: [TextReach], of id: ChangeID) {
    let areShort = reaches.allSatisfy { $0.count == 1 }
    write(UInt64(reaches.count) << 1 | (areShort ? 1 : 0))
    for reach in reaches {
      write(CharacterReference(createdAt: reach.createdAt, offset: reach.offset), of: id)
      if !areShort { write(reach.count) }
    }
  }

  private mutating func write(_ identity: TextIdentity, of id: ChangeID) {
    write(CharacterReference(createdAt: identity.createdAt, offset: identity.offset), of: id)
    write(identity.content)
    write(identity.attributes)
  }
}

extension ByteReader {
  mutating func operation(of id: ChangeID) throws(DocumentsError) -> Operation {
    typealias Mark = ChangeContext.OperationMark
    let first = try byte()
    guard first & 0xC0 == 0 else { throw .damaged("a mark is unknown") }
    let delimiter = first & Mark.delimiter != 0 ? UInt32(try small()) : context.delimiter
    let target = first & Mark.target != 0 ? try ticket(of: id) : context.target
    let at = TimeTicket(lamport: id.lamport, actor: id.actor, delimiter: delimiter)
    let operation = try operation(first & 15, target, at, of: id)
    context.end(operation)
    return operation
  }

  private mutating func operation(
    _ kind: UInt8, _ target: TimeTicket, _ at: TimeTicket, of id: ChangeID
  ) throws(DocumentsError) -> Operation {
    switch kind {
    case 0: return .set(object: target, key: try string(), value: try element(), at: at)
    case 1: return .add(array: target, after: try ticket(of: id), value: try element(), at: at)
    case 2:
      return .move(
        array: target, element: try ticket(of: id), after: try ticket(of: id), at: at)
    case 3:
      return .replace(array: target, element: try ticket(of: id), value: try element(), at: at)
    case 4: return .remove(parent: target, element: try ticket(of: id), at: at)
    case 5: return .increase(counter: target, by: try operand(), at: at)
    case ChangeContext.edit: return .edit(text: target, try edit(of: id), at: at)
    case 7:
      let reaches = try reaches(of: id)
      var values: [String: String?] = [:]
      let count = try count(ofSize: 2)
      try charge(count, ofSize: 3 * 2 * MemoryLayout<String>.stride)
      for _ in 0..<count {
        let key = try string()
        values[key] = .some(
          try optional { reader throws(DocumentsError) in try reader.string() })
      }
      return .style(text: target, reaches: reaches, values: values, at: at)
    case 8:
      let restored = try identities(of: id)
      return .restore(text: target, restored: restored, deleted: try reaches(of: id), at: at)
    default: throw .damaged("a kind of operation is unknown")
    }
  }

  private mutating func operand() throws(DocumentsError) -> CounterOperand {
    switch try byte() {
    case 0: return .whole(try signed())
    case 1: return .fraction(Double(bitPattern: try unsigned()))
    default: throw .damaged("a kind of operand is unknown")
    }
  }

  private mutating func edit(of id: ChangeID) throws(DocumentsError) -> TextEdit {
    typealias Mark = ChangeContext.EditMark
    let marks = try byte()
    let removed = marks & Mark.removed != 0 ? try reaches(of: id) : []
    let left = try side(marks & 3, context.predictedLeft(id.lamport, id.actor), of: id)
    let right = try side(marks >> 2 & 3, context.right, of: id)
    var content = ""
    if marks & Mark.letter != 0 {
      let letter = try byte()
      guard letter < 0x80, marks & Mark.insertion != 0 else { throw .damaged("a letter is none") }
      content = String(Unicode.Scalar(letter))
    } else if marks & Mark.insertion != 0 {
      content = try string()
    }
    let attributes = marks & Mark.attributes != 0 ? try strings() : nil
    return TextEdit(
      left: left, right: right, removed: removed, content: content, attributes: attributes)
  }

  private mutating func side(
    _ mark: UInt8, _ predicted: CharacterReference?, of id: ChangeID
  ) throws(DocumentsError) -> CharacterReference? {
    switch mark {
    case ChangeContext.Side.none: return nil
    case ChangeContext.Side.predicted: return predicted
    case ChangeContext.Side.explicit: return try reference(of: id)
    default: throw .damaged("a mark is unknown")
    }
  }

  private mutating func reaches(of id: ChangeID) throws(DocumentsError) -> [TextReach] {
    let first = try unsigned()
    guard first >> 1 <= UInt64(remaining) else { throw .damaged("a count exceeds the bytes") }
    let count = Int(first >> 1)
    try charge(count, ofSize: MemoryLayout<TextReach>.stride)
    var reaches: [TextReach] = []
    if !isChecking { reaches.reserveCapacity(count) }
    for _ in 0..<count {
      let start = try reference(of: id)
      let length = first & 1 != 0 ? 1 : try small()
      if isChecking { continue }
      reaches.append(
        TextReach(createdAt: start.createdAt, offset: start.offset, count: length))
    }
    return reaches
  }

  private mutating func identities(of id: ChangeID) throws(DocumentsError) -> [TextIdentity] {
    try all(ofSize: 3) { reader throws(DocumentsError) in
      let start = try reader.reference(of: id)
      return TextIdentity(
        createdAt: start.createdAt, offset: start.offset, content: try reader.string(),
        attributes: try reader.strings())
    }
  }
}

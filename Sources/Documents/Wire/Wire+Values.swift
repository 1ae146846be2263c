extension ByteWriter {
  mutating func write(_ value: Primitive) {
    switch value {
    case .null: write(byte: 0)
    case .boolean(let value): write(byte: value ? 2 : 1)
    case .integer(let value): write(tag: 3) { $0.write(signed: Int64(value)) }
    case .long(let value): write(tag: 4) { $0.write(signed: value) }
    case .double(let value): write(tag: 5) { $0.write(value.bitPattern) }
    case .string(let value): write(tag: 6) { $0.write(value) }
    case .bytes(let value): write(tag: 7) { $0.write(value) }
    case .date(let value): write(tag: 8) { $0.write(signed: value) }
    }
  }

  mutating func write(_ value: CounterValue) {
    switch value {
    case .integer(let value): write(tag: 0) { $0.write(signed: Int64(value)) }
    case .long(let value): write(tag: 1) { $0.write(signed: value) }
    }
  }

  mutating func write(_ value: ElementValue) {
    weigh(value)
    switch value {
    case .primitive(let value): write(tag: 0) { $0.write(value) }
    case .counter(let value): write(tag: 1) { $0.write(value) }
    case .text(let runs):
      write(byte: 2)
      write(all: runs) {
        $0.write($1.content)
        $0.write($1.attributes)
      }
    case .object(let members):
      write(byte: 3)
      write(all: members) {
        $0.write($1.key)
        $0.write($1.value)
      }
    case .array(let values):
      write(byte: 4)
      write(all: values) { $0.write($1) }
    }
  }

  mutating func write(tag: UInt8, _ body: (inout ByteWriter) -> Void) {
    write(byte: tag)
    body(&self)
  }
}

extension ByteReader {
  mutating func primitive() throws(DocumentsError) -> Primitive {
    switch try byte() {
    case 0: return .null
    case 1: return .boolean(false)
    case 2: return .boolean(true)
    case 3: return .integer(Int32(truncatingIfNeeded: try signed()))
    case 4: return .long(try signed())
    case 5: return .double(Double(bitPattern: try unsigned()))
    case 6: return .string(try string())
    case 7: return .bytes(try raw())
    case 8: return .date(milliseconds: try signed())
    default: throw .damaged("a kind of value is unknown")
    }
  }

  mutating func counter() throws(DocumentsError) -> CounterValue {
    switch try byte() {
    case 0: return .integer(Int32(truncatingIfNeeded: try signed()))
    case 1: return .long(try signed())
    default: throw .damaged("a kind of counter is unknown")
    }
  }

  mutating func element(depth: Int = 1) throws(DocumentsError) -> ElementValue {
    guard depth <= ElementValue.maximumDepth else { throw .damaged(DocumentsError.tooDeep.detail) }
    let value = try value(depth: depth)
    weigh(value)
    return value
  }

  private mutating func value(depth: Int) throws(DocumentsError) -> ElementValue {
    switch try byte() {
    case 0: return .primitive(try primitive())
    case 1: return .counter(try counter())
    case 2:
      return .text(
        try all(ofSize: 2) { reader throws(DocumentsError) in
          ElementValue.TextRun(content: try reader.string(), attributes: try reader.strings())
        })
    case 3:
      return .object(
        try all(ofSize: 3) { reader throws(DocumentsError) in
          ElementValue.Member(
            key: try reader.string(), value: try reader.element(depth: depth + 1))
        })
    case 4:
      return .array(
        try all(ofSize: 2) { reader throws(DocumentsError) in
          try reader.element(depth: depth + 1)
        })
    default: throw .damaged("a kind of element is unknown")
    }
  }
}

import TerminalUI

// MARK: - Control sequences

extension KeyDecoder {
  mutating func acceptControl(
    _ byte: UInt8, _ sequence: ControlSequence, isAlt: Bool, into output: inout [TerminalInput]
  ) {
    switch byte {
    case UInt8(ascii: "[") where sequence.isEmpty:
      state = .console
    case UInt8(ascii: "M") where sequence.isEmpty:
      state = .mouse([])
    case 0x20...0x3f:
      var longer = sequence
      longer.append(byte)
      state = .control(longer, isAlt: isAlt)
    case 0x40...0x7e:
      state = .ground
      finishControl(sequence, final: byte, isAlt: isAlt, into: &output)
    case 0x18, 0x1a:
      state = .ground
    default:
      // A control or a byte of a character inside a sequence means that it was cut off.
      restart(with: byte, into: &output)
    }
  }

  private mutating func finishControl(
    _ sequence: ControlSequence, final: UInt8, isAlt: Bool, into output: inout [TerminalInput]
  ) {
    guard !sequence.isOverlong, !sequence.hasIntermediates else { return }
    let parameters = sequence.parameters
    switch (sequence.marker, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      let isRelease = final == UInt8(ascii: "m")
      if let mouse = MouseReport(parameters, isRelease: isRelease)?.event {
        output.append(.event(.mouse(mouse)))
      }
    case (nil, UInt8(ascii: "I")) where parameters.isEmpty:
      output.append(.event(.focus(true)))
    case (nil, UInt8(ascii: "O")) where parameters.isEmpty:
      output.append(.event(.focus(false)))
    case (UInt8(ascii: "?"), UInt8(ascii: "c")):
      if let form = PictureSequences.answered(kind: parameters) { output.append(.pictures(form)) }
    case (nil, UInt8(ascii: "~")) where parameters.first?.first == 200:
      state = .paste(PasteCollector(limit: configuration.pasteLimit))
    case (nil, UInt8(ascii: "R")) where Self.cursor(parameters) != nil:
      if let cursor = Self.cursor(parameters) { output.append(.cursor(cursor)) }
    case (nil, _):
      guard var event = KeyTable.event(parameters: parameters, final: final) else { return }
      if isAlt { event.modifiers.insert(.alt) }
      output.append(.event(.key(event)))
    default:
      break
    }
  }
}

extension KeyDecoder {
  /// Where an answer says that the cursor is; nil for the first row, which F3 with a modifier has.
  fileprivate static func cursor(_ parameters: [[Int?]]) -> Point? {
    let numbers = parameters.compactMap { $0.count == 1 ? $0[0] : nil }
    guard parameters.count == 2, numbers.count == 2, numbers[0] > 1, numbers[1] > 0 else {
      return nil
    }
    return Point(column: numbers[1] - 1, row: numbers[0] - 1)
  }
}

// MARK: - Other sequences

extension KeyDecoder {
  /// `ESC O` and what follows: application cursor keys, the keypad, F1 to F4.
  mutating func acceptSingle(
    _ byte: UInt8, _ parameters: [UInt8], isAlt: Bool, into output: inout [TerminalInput]
  ) {
    switch byte {
    case 0x30...0x3b where parameters.count < 8:
      state = .single(parameters + [byte], isAlt: isAlt)
    case 0x40...0x7e:
      state = .ground
      if var event = KeyTable.singleShift(byte, parameters: parameters) {
        if isAlt { event.modifiers.insert(.alt) }
        output.append(.event(.key(event)))
      } else if parameters.isEmpty {
        // Not a sequence of any keyboard: two keys that came in one burst.
        output += Self.escapes(isAlt) + [Self.key(.character("O"), .alt)]
        restart(with: byte, into: &output)
      }
    default:
      if parameters.isEmpty {
        output += Self.escapes(isAlt) + [Self.key(.character("O"), .alt)]
      }
      restart(with: byte, into: &output)
    }
  }

  mutating func acceptMouse(_ bytes: [UInt8], into output: inout [TerminalInput]) {
    guard bytes.count == 3 else {
      state = .mouse(bytes)
      return
    }
    state = .ground
    if let mouse = MouseReport(x10: bytes)?.event { output.append(.event(.mouse(mouse))) }
  }

  mutating func acceptConsole(_ byte: UInt8, into output: inout [TerminalInput]) {
    state = .ground
    if (0x41...0x45).contains(byte) {
      output.append(Self.key(.function(Int(byte) - 0x40)))
    } else if !isPlain(byte) {
      restart(with: byte, into: &output)
    }
  }

  mutating func acceptString(_ byte: UInt8, into output: inout [TerminalInput]) {
    guard case .string(var string) = state else { return }
    if string.sawEscape, byte != UInt8(ascii: "\\") {
      // Any other sequence ends the string without having been its end.
      state = .escape(isDouble: false)
      output += decode(CollectionOfOne(byte))
      return
    }
    let isEnd = string.sawEscape || (byte == 0x07 && string.endsWithBell)
    if isEnd {
      state = .ground
      if let reply = string.reply { output.append(reply) }
    } else if byte == 0x18 || byte == 0x1a {
      state = .ground
    } else {
      if byte == 0x1b { string.sawEscape = true } else { string.append(byte) }
      state = string.count > configuration.stringLimit ? .ground : .string(string)
    }
  }

  mutating func acceptPaste(_ byte: UInt8, into output: inout [TerminalInput]) {
    guard case .paste(var collector) = state else { return }
    // The bytes must have one owner, or each appended byte would copy all of them.
    state = .ground
    let result = collector.accept(byte)
    switch result {
    case .incomplete: state = .paste(collector)
    case .part(let text):
      output.append(.event(.paste(text)))
      state = .paste(collector)
    case .complete(let text): output.append(.event(.paste(text)))
    }
  }
}

import TerminalUI

/// Turns the bytes of a terminal into events; a value without clock or input of its own.
///
/// The events do not depend on how the bytes are cut into pieces. Understood are UTF-8, control
/// keys, the Alt prefix, CSI and SS3 keys in both cursor modes, `CSI u` and modifyOtherKeys,
/// SGR and X10 mouse reports, bracketed paste and focus reports. OSC, DCS, APC, PM and SOS
/// strings are swallowed whole, and so is every CSI sequence without a meaning here, so that a
/// late reply never types itself into a text.
///
/// A lone escape byte may be the key or the start of a sequence: while `isWaiting`, the owner
/// calls `timeout()` once nothing has come for a while (25 ms, more over a network).
///
/// Sources: ECMA-48 §5; <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>;
/// <https://sw.kovidgoyal.net/kitty/keyboard-protocol/>.
public struct KeyDecoder: Sendable {
  /// How far into a sequence the decoder is.
  enum State {
    /// Between sequences.
    case ground
    /// Inside a UTF-8 character.
    case character(UTF8Assembler, isAlt: Bool)
    /// After an escape byte, or after two of them.
    case escape(isDouble: Bool)
    /// Inside a control sequence after `ESC [`.
    case control(ControlSequence, isAlt: Bool)
    /// After `ESC O`, with the parameter bytes so far.
    case single([UInt8], isAlt: Bool)
    /// The three bytes of an X10 mouse report.
    case mouse([UInt8])
    /// The letter of a function key of the Linux console, after `ESC [ [`.
    case console
    /// Inside a string that ends with ST.
    case string(ControlString)
    /// Inside a bracketed paste.
    case paste(PasteCollector)
  }

  var state = State.ground
  let configuration: Configuration

  /// The decoder's assumptions about the terminal, and its limits.
  public struct Configuration: Hashable, Sendable {
    /// Whether the byte 8 is the backspace key (`VERASE` of the modes) and not Ctrl-H.
    public var isControlHBackspace: Bool
    /// Maximum bytes of a paste event; a longer paste arrives as several, cut between characters.
    public var pasteLimit: Int
    /// Maximum bytes of an OSC, DCS, APC, PM or SOS string; a longer one counts as broken and ends.
    public var stringLimit: Int

    /// Limits below 16 count as 16.
    ///
    /// - Parameters:
    ///   - isControlHBackspace: Whether byte 8 is the backspace key.
    ///   - pasteLimit: Maximum bytes of a paste event, 16 or more; 16 MiB by default.
    ///   - stringLimit: Maximum bytes of a string sequence, 16 or more; 1 MiB by default.
    public init(
      isControlHBackspace: Bool = false, pasteLimit: Int = 16 << 20, stringLimit: Int = 1 << 20
    ) {
      self.isControlHBackspace = isControlHBackspace
      self.pasteLimit = max(16, pasteLimit)
      self.stringLimit = max(16, stringLimit)
    }
  }

  /// Waits for the first byte of a sequence.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether the bytes so far may be a key by themselves, which `timeout()` decides.
  public var isWaiting: Bool {
    switch state {
    case .escape: true
    case .control(let sequence, _): sequence.isEmpty
    case .single(let parameters, _): parameters.isEmpty
    case .string(let string): string.isEmpty || string.sawEscape
    case .ground, .character, .mouse, .console, .paste: false
    }
  }

  /// Takes bytes and returns the events that they complete, in order.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    var output: [TerminalInput] = []
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { decode($0, into: &output) }
    if isDone == nil { for byte in bytes { accept(byte, into: &output) } }
    return output
  }

  /// Reports that no byte has followed for a while: bytes that may be a key by themselves are that
  /// key.
  public mutating func timeout() -> [TerminalInput] {
    guard isWaiting else { return [] }
    defer { state = .ground }
    switch state {
    case .escape(let isDouble):
      return Array(repeating: Self.key(.escape), count: isDouble ? 2 : 1)
    case .control(_, let isAlt):
      return Self.escapes(isAlt) + [Self.key(.character("["), .alt)]
    case .single(_, let isAlt):
      return Self.escapes(isAlt) + [Self.key(.character("O"), .alt)]
    case .string(let string) where string.sawEscape:
      return [Self.key(.escape)]
    case .string(let string):
      return [Self.key(.character(string.introducer), .alt)]
    case .ground, .character, .mouse, .console, .paste:
      return []
    }
  }

  // MARK: - Bytes

  private mutating func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [TerminalInput]
  ) {
    var index = 0
    while index < bytes.count {
      index += takePasted(bytes[index...])
      guard index < bytes.count else { return }
      accept(bytes[index], into: &output)
      index += 1
    }
  }

  /// Takes the bytes of a paste that need no inspection.
  ///
  /// - Returns: Their number.
  @inline(__always) private mutating func takePasted(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Int {
    guard case .paste(var collector) = state else { return 0 }
    // The bytes must have one owner, or appending would copy all of them.
    state = .ground
    defer { state = .paste(collector) }
    return collector.takePlain(bytes)
  }

  private mutating func accept(_ byte: UInt8, into output: inout [TerminalInput]) {
    switch state {
    case .ground: acceptGround(byte, isAlt: false, into: &output)
    case .character(var assembler, let isAlt):
      switch assembler.accept(byte) {
      case .incomplete: state = .character(assembler, isAlt: isAlt)
      case .scalar(let scalar): finish(scalar, isAlt: isAlt, into: &output)
      case .broken:
        finish("\u{fffd}", isAlt: isAlt, into: &output)
        accept(byte, into: &output)
      }
    case .escape(let isDouble): acceptEscape(byte, isDouble: isDouble, into: &output)
    case .control(let sequence, let isAlt):
      acceptControl(byte, sequence, isAlt: isAlt, into: &output)
    case .single(let parameters, let isAlt):
      acceptSingle(byte, parameters, isAlt: isAlt, into: &output)
    case .mouse(let bytes): acceptMouse(bytes + [byte], into: &output)
    case .console: acceptConsole(byte, into: &output)
    case .string: acceptString(byte, into: &output)
    case .paste: acceptPaste(byte, into: &output)
    }
  }

  /// A byte that starts something: a key, a character or an escape sequence.
  func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7f).contains(byte) }

  private mutating func acceptGround(
    _ byte: UInt8, isAlt: Bool, into output: inout [TerminalInput]
  ) {
    state = .ground
    if isPlain(byte) {
      output.append(Self.key(.character(Character(Unicode.Scalar(byte))), isAlt ? .alt : []))
    } else if byte == 0x1b {
      state = .escape(isDouble: false)
    } else if byte >= 0x80 {
      var assembler = UTF8Assembler()
      if case .incomplete = assembler.accept(byte) {
        state = .character(assembler, isAlt: isAlt)
      } else {
        finish("\u{fffd}", isAlt: isAlt, into: &output)
      }
    } else {
      output.append(.event(.key(controlKey(byte, isAlt: isAlt))))
    }
  }

  private mutating func finish(
    _ scalar: Unicode.Scalar, isAlt: Bool, into output: inout [TerminalInput]
  ) {
    state = .ground
    // C1 controls are not text: the terminal would act on them if they came back to it.
    let safe = (0x80..<0xa0).contains(scalar.value) ? "\u{fffd}" : scalar
    output.append(Self.key(.character(Character(safe)), isAlt ? .alt : []))
  }

  private mutating func acceptEscape(
    _ byte: UInt8, isDouble: Bool, into output: inout [TerminalInput]
  ) {
    switch byte {
    case 0x1b:
      if isDouble { output.append(Self.key(.escape)) }
      state = .escape(isDouble: true)
    case UInt8(ascii: "["): state = .control(ControlSequence(), isAlt: isDouble)
    case UInt8(ascii: "O"): state = .single([], isAlt: isDouble)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      output += Self.escapes(isDouble)
      state = .string(ControlString(introducer: Character(Unicode.Scalar(byte))))
    case 0x18, 0x1a:
      // CAN and SUB cancel a sequence (ECMA-48 §8.3.148).
      state = .ground
    default:
      output += Self.escapes(isDouble)
      acceptGround(byte, isAlt: true, into: &output)
    }
  }

  /// Takes a byte as if no sequence had been open.
  mutating func restart(with byte: UInt8, into output: inout [TerminalInput]) {
    acceptGround(byte, isAlt: false, into: &output)
  }

  // MARK: - Keys

  static func key(_ key: Key, _ modifiers: KeyModifiers = []) -> TerminalInput {
    .event(.key(KeyEvent(key, modifiers: modifiers)))
  }

  /// The first of two escape bytes, when it turned out to be a key of its own.
  static func escapes(_ isPresent: Bool) -> [TerminalInput] {
    isPresent ? [key(.escape)] : []
  }

  private func controlKey(_ byte: UInt8, isAlt: Bool) -> KeyEvent {
    let alt: KeyModifiers = isAlt ? .alt : []
    switch byte {
    case 0x00: return KeyEvent(.character(" "), modifiers: alt.union(.control))
    case 0x09: return KeyEvent(.tab, modifiers: alt)
    case 0x0d: return KeyEvent(.enter, modifiers: alt)
    case 0x7f: return KeyEvent(.backspace, modifiers: alt)
    case 0x08 where configuration.isControlHBackspace:
      return KeyEvent(.backspace, modifiers: alt)
    case 0x01...0x1a:
      let letter = Character(Unicode.Scalar(byte + 0x60))
      return KeyEvent(.character(letter), modifiers: alt.union(.control))
    default:
      let sign = Character(Unicode.Scalar(byte + 0x40))
      return KeyEvent(.character(sign), modifiers: alt.union(.control))
    }
  }
}

/// A line of text being typed, with a cursor and the editing keys of a shell.
public struct TextInput: Hashable, Sendable {
  /// What an event did.
  public enum Outcome: Hashable, Sendable {
    /// The text changed.
    case changed
    /// Only the cursor moved.
    case moved
    /// The person accepts the text.
    case submitted
    /// The person gives up.
    case cancelled
    /// The person asks for the text entered before or after this one.
    case previous, next
    /// The event means nothing here.
    case ignored
  }

  /// The most bytes of the text; what is typed beyond is left out.
  public static let longest = 4 << 10

  /// The text before the cursor.
  public private(set) var before: String
  /// The text after the cursor.
  public private(set) var after: String
  /// What was cut last.
  public private(set) var cut = ""

  /// A text to edit, with the cursor at its end.
  public init(_ text: String = "") {
    before = text
    after = ""
  }

  /// The whole text, on one line.
  public var text: String { before + after }
  /// Whether nothing has been typed.
  public var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Puts another text in place, with the cursor at its end.
  public mutating func replace(with text: String) {
    before = Self.singleLine(text)
    after = ""
  }

  /// Types a text at the cursor; line breaks and tabs become spaces.
  public mutating func insert(_ text: String) { _ = add(Self.singleLine(text)) }

  /// Puts as much of a text before the cursor as there is room for.
  private mutating func add(_ text: String) -> Outcome {
    var room = Self.longest - before.utf8.count - after.utf8.count
    let added = text.prefix {
      room -= $0.utf8.count
      return room >= 0
    }
    before += added
    return added.isEmpty ? .moved : .changed
  }

  /// Does what an event asks for.
  public mutating func handle(_ event: InputEvent) -> Outcome {
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text): return add(Self.singleLine(text))
    case .mouse, .focus, .resize: return .ignored
    }
  }

  /// Does what a key asks for.
  public mutating func handle(_ event: KeyEvent) -> Outcome {
    switch event.modifiers {
    case []: plain(event.key)
    case .control: control(event.key)
    case .alt: alt(event.key)
    case .shift: shifted(event.key)
    default: .ignored
    }
  }

  // MARK: - Keys

  private mutating func plain(_ key: Key) -> Outcome {
    switch key {
    case .character(let character): return add(String(character))
    case .enter: return .submitted
    case .escape: return .cancelled
    case .backspace: return remove(.left, isCut: false)
    case .delete: return remove(.right, isCut: false)
    case .left: return move(.left)
    case .right: return move(.right)
    case .home: return move(.toStart)
    case .end: return move(.toEnd)
    case .up: return .previous
    case .down: return .next
    case .tab, .insert, .pageUp, .pageDown, .function: return .ignored
    }
  }

  private mutating func shifted(_ key: Key) -> Outcome {
    switch key {
    case .character, .left, .right, .home, .end, .backspace: plain(key)
    default: .ignored
    }
  }

  private mutating func control(_ key: Key) -> Outcome {
    switch key {
    case .character("a"): return move(.toStart)
    case .character("e"): return move(.toEnd)
    case .character("b"): return move(.left)
    case .character("f"): return move(.right)
    case .left: return move(.wordLeft)
    case .right: return move(.wordRight)
    case .character("h"): return remove(.left, isCut: false)
    case .character("d"): return remove(.right, isCut: false)
    case .character("w"), .backspace: return remove(.wordLeft, isCut: true)
    case .delete: return remove(.wordRight, isCut: true)
    case .character("k"): return remove(.toEnd, isCut: true)
    case .character("u"): return remove(.toStart, isCut: true)
    case .character("y"): return paste()
    case .character("t"): return transpose()
    case .character("p"): return .previous
    case .character("n"): return .next
    case .character("c"), .character("g"): return .cancelled
    case .character("j"), .character("m"): return .submitted
    default: return .ignored
    }
  }

  private mutating func alt(_ key: Key) -> Outcome {
    switch key {
    case .character("b"), .left: move(.wordLeft)
    case .character("f"), .right: move(.wordRight)
    case .character("d"): remove(.wordRight, isCut: true)
    case .backspace: remove(.wordLeft, isCut: true)
    default: .ignored
    }
  }

  private mutating func paste() -> Outcome {
    guard !cut.isEmpty else { return .ignored }
    return add(cut)
  }

  /// Exchanges the two clusters around the cursor, or the last two at the end.
  private mutating func transpose() -> Outcome {
    if after.isEmpty, before.count >= 2 { after = String(before.removeLast()) }
    guard let right = after.first, let left = before.popLast() else { return .ignored }
    after.removeFirst()
    before.append(right)
    before.append(left)
    return .changed
  }

  private static func singleLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }) else {
      return text
    }
    return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

// MARK: - Motions

extension TextInput {
  private enum Motion {
    case left, right, wordLeft, wordRight, toStart, toEnd
  }

  private mutating func move(_ motion: Motion) -> Outcome {
    let (left, right) = (extentLeft(motion), extentRight(motion))
    if left > 0 {
      after = before.suffix(left) + after
      before.removeLast(left)
    } else if right > 0 {
      before += after.prefix(right)
      after.removeFirst(right)
    }
    return .moved
  }

  private mutating func remove(_ motion: Motion, isCut: Bool) -> Outcome {
    let (left, right) = (extentLeft(motion), extentRight(motion))
    guard left + right > 0 else { return .ignored }
    if isCut { cut = left > 0 ? String(before.suffix(left)) : String(after.prefix(right)) }
    before.removeLast(left)
    after.removeFirst(right)
    return .changed
  }

  /// How many clusters before the cursor a motion passes.
  private func extentLeft(_ motion: Motion) -> Int {
    switch motion {
    case .left: min(1, before.count)
    case .wordLeft: Self.word(before.reversed())
    case .toStart: before.count
    case .right, .wordRight, .toEnd: 0
    }
  }

  /// How many clusters after the cursor a motion passes.
  private func extentRight(_ motion: Motion) -> Int {
    switch motion {
    case .right: min(1, after.count)
    case .wordRight: Self.word(after)
    case .toEnd: after.count
    case .left, .wordLeft, .toStart: 0
    }
  }

  /// The separators at the start, and the word after them.
  private static func word(_ text: some Sequence<Character>) -> Int {
    var count = 0
    var isInWord = false
    for character in text {
      let isPart = character.isLetter || character.isNumber || character == "_"
      if isInWord && !isPart { break }
      isInWord = isInWord || isPart
      count += 1
    }
    return count
  }
}

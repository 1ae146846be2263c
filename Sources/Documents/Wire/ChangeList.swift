/// The changes of a pack: values, or bytes that were checked and are read one by one.
///
/// A change takes many times its bytes, so a pack that came from elsewhere keeps the bytes. Going
/// through it costs their decoding each time and holds one change at once.
package struct ChangeList: Sequence, Sendable {
  private enum Storage: Sendable {
    case values([Change])
    /// A reader before the first of some changes that were read once without an error.
    case bytes(ByteReader, count: Int)
  }

  private let storage: Storage

  init(_ changes: [Change]) { storage = .values(changes) }

  /// Checks the changes that follow in a reader, and leaves it after them.
  init(checking reader: inout ByteReader) throws(DocumentsError) {
    let count = try reader.count(ofSize: 2)
    if count == 1 {
      // One change is what is read at a time anyway.
      storage = .values([try reader.change()])
      return
    }
    storage = .bytes(reader, count: count)
    reader.isChecking = true
    var left = count
    while left > 0 {
      _ = try reader.change()
      left -= 1
      left -= reader.letters(atMost: left)?.letters.count ?? 0
    }
    reader.isChecking = false
  }

  /// The number of changes, without reading them.
  package var count: Int {
    switch storage {
    case .values(let changes): changes.count
    case .bytes(_, let count): count
    }
  }

  /// The number of changes.
  package var underestimatedCount: Int { count }

  /// All changes as values.
  var values: [Change] {
    if case .values(let changes) = storage { changes } else { Array(self) }
  }

  /// Begins before the first change.
  package func makeIterator() -> Iterator {
    switch storage {
    case .values(let changes): Iterator(values: changes[...])
    case .bytes(let reader, let count): Iterator(reader: reader, left: count)
    }
  }

  /// One change, or letters that were typed after it.
  enum Step {
    case change(Change)
    case letters(LetterRun)
  }

  /// Calls a function with all changes in order, letters together.
  func forEachStep<Failure: Error>(_ body: (Step) throws(Failure) -> Void) throws(Failure) {
    guard case .bytes(var reader, var left) = storage else {
      for change in values { try body(.change(change)) }
      return
    }
    // The same bytes were read before, so there is no error to lose.
    while left > 0, let change = try? reader.change() {
      left -= 1
      try body(.change(change))
      guard let run = reader.letters(atMost: left) else { continue }
      left -= run.letters.count
      try body(.letters(run))
    }
  }

  /// The changes from one on; a copy goes through the same ones.
  package struct Iterator: IteratorProtocol, Sendable {
    fileprivate var values: ArraySlice<Change> = []
    fileprivate var reader: ByteReader?
    fileprivate var left = 0

    /// Whether none is left.
    package var isEmpty: Bool { left == 0 && values.isEmpty }

    /// Reads the next change; nil at the end.
    package mutating func next() -> Change? {
      guard left > 0 else { return values.popFirst() }
      left -= 1
      // The same bytes were read before, so there is no error to lose.
      return try? reader?.change()
    }
  }
}

extension ChangeList: Hashable {
  /// Whether the changes are the same, whatever they are kept as.
  package static func == (left: ChangeList, right: ChangeList) -> Bool {
    left.elementsEqual(right)
  }

  /// Hashes all changes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for change in self { hasher.combine(change) }
  }
}

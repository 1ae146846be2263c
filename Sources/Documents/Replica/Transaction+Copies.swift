/// What undo and redo do within an element that went and came back as a copy.
extension Transaction {
  /// Does to the copy of a text what an operation does to the text that was copied.
  ///
  /// The copy has other identities, so the operation is carried out on the text that is gone, and
  /// what that changes is done to the copy. If the two differ because somebody has edited the copy,
  /// or if the former text was purged, nothing happens.
  func perform(_ operation: Operation, onCopy copy: Int) throws(DocumentsError) {
    guard let handle = root.handle(of: operation.target), let former = root.text(at: handle),
      let place = root.text(at: copy), root.runs(ofText: former) == root.runs(ofText: place)
    else { return }
    let done = operation.stamped(at: try ticket()) { $0 }
    for event in try performUnseen(done) {
      guard case .edit(_, let from, let to, let content, _) = event else { continue }
      _ = try editText(
        place, of: copy, from: from, to: to, content: content, attributes: nil)
    }
    finishEdit()
    try takeAttributes(of: former, to: place, of: copy)
  }

  /// Carries out an operation on a text that is gone, of which subscribers learn nothing.
  ///
  /// - Returns: Its steps.
  private func performUnseen(_ operation: Operation) throws(DocumentsError) -> [OpInfo] {
    let reportsSteps = root.reportsSteps
    root.reportsSteps = true
    defer { root.reportsSteps = reportsSteps }
    var effect = try root.execute(operation, by: nil)
    let events = effect.events
    effect.events = []
    add(operation, effect)
    return events
  }

  /// Writes attributes of a text where another text with the same content has other ones.
  private func takeAttributes(
    of former: Int, to place: Int, of handle: Int
  ) throws(DocumentsError) {
    let text = root.nodes[handle].createdAt
    let wanted = root.runs(ofText: former).flatMap(\.attributesOfScalars)
    let present = root.runs(ofText: place).flatMap(\.attributesOfScalars)
    guard wanted.count == present.count else { return }
    var from = 0
    while from < wanted.count {
      var to = from + 1
      while to < wanted.count, wanted[to] == wanted[from], present[to] == present[from] { to += 1 }
      if wanted[from] != present[from] {
        var values: [String: String?] = [:]
        for key in present[from].keys { values[key] = .some(nil) }
        for (key, value) in wanted[from] { values[key] = .some(value) }
        try root.beginEditing(place)
        let reaches = root.texts[place].reaches(from: from, to: to)
        try perform(.style(text: text, reaches: reaches, values: values, at: try ticket()))
      }
      from = to
    }
  }
}

extension ElementValue.TextRun {
  fileprivate var attributesOfScalars: [[String: String]] {
    Array(repeating: attributes, count: content.unicodeScalars.count)
  }
}

extension Root {
  /// The live content of a text, in as few runs as its attributes allow.
  func runs(ofText place: Int) -> [ElementValue.TextRun] {
    var runs: [ElementValue.TextRun] = []
    for piece in texts[place].pieces where piece.removedAt == nil {
      if let last = runs.last, last.attributes == piece.attributes {
        runs[runs.count - 1].content += piece.content
      } else {
        runs.append(ElementValue.TextRun(content: piece.content, attributes: piece.attributes))
      }
    }
    return runs
  }

  /// An operation of undo or redo with its place in an array as a copy of the array has it.
  ///
  /// - Parameters:
  ///   - operation: What is to be done, with the identities of the array that was copied.
  ///   - handle: The array as it is now.
  ///   - renamed: The present identity of an element.
  /// - Returns: The operation, or nil if nobody knows its place any more.
  func placed(
    _ operation: Operation, in handle: Int, renamed: (TimeTicket) -> TimeTicket
  ) -> Operation? {
    guard let copy = array(at: handle) else { return operation }
    switch operation {
    case .add(let array, let after, let value, let at):
      return place(of: after, from: array, in: copy, renamed).map {
        .add(array: array, after: $0, value: value, at: at)
      }
    case .move(let array, let element, let after, let at):
      return place(of: after, from: array, in: copy, renamed).map {
        .move(array: array, element: element, after: $0, at: at)
      }
    default: return operation
    }
  }

  /// The slot of an array that corresponds to a slot of the array that it is a copy of.
  private func place(
    of after: TimeTicket, from former: TimeTicket, in copy: Int,
    _ renamed: (TimeTicket) -> TimeTicket
  ) -> TimeTicket? {
    if after == .initial || arrays[copy].slotNumbers[after] != nil { return after }
    guard let handle = handle(of: former), let old = array(at: handle),
      let number = arrays[old].slotNumbers[after]
    else { return nil }
    let order = arrays[old].ordered
    guard let index = order.firstIndex(of: number) else { return nil }
    // The nearest element before it that the copy has, too.
    for number in order[...index].reversed() {
      guard let element = arrays[old].slots[number].element,
        let twin = self.handle(of: renamed(nodes[element].createdAt)),
        let entry = arrays[copy].entries[twin]
      else { continue }
      return arrays[copy].slots[entry.slot].createdAt
    }
    return .initial
  }
}

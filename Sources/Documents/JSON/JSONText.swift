/// A text that several people edit at once; offsets are Unicode scalars, 0…`count`.
///
/// ```swift
/// root.note = JSONText()
/// try root.jsonText("note")?.edit(0, 0, "Hello")
/// try root.jsonText("note")?.setStyle(0, 5, ["bold": "true"])
/// ```
public final class JSONText {
  /// Nil until the text is assigned.
  private let transaction: Transaction?
  private let handle: Int
  /// Among the texts, where it stays.
  private let number: Int

  /// An empty text to assign.
  public init() { (transaction, handle, number) = (nil, 0, 0) }

  init(_ transaction: Transaction, _ handle: Int, number: Int) {
    (self.transaction, self.handle, self.number) = (transaction, handle, number)
  }

  /// The place of the text; nil in no document, and after the update that it came from.
  private var place: Int? {
    guard let transaction, number < transaction.root.texts.count else { return nil }
    return number
  }
  private var state: TextState {
    guard let transaction, let place else { return TextState() }
    return transaction.root.texts[place]
  }

  var initialValue: ElementValue {
    place == nil ? .text([]) : transaction?.root.value(of: handle) ?? .text([])
  }

  /// The identity of the text, or nil before it is assigned.
  public var createdAt: TimeTicket? {
    place == nil ? nil : transaction?.root.nodes[handle].createdAt
  }
  /// The number of scalars.
  public var count: Int {
    guard let transaction, let place else { return 0 }
    return transaction.root.texts[place].count
  }
  /// The whole text.
  public var string: String { state.string }

  /// The text in pieces as they were inserted and cut, with their attributes.
  public var values: [(content: String, attributes: [String: String])] {
    state.pieces.filter { $0.removedAt == nil }.map { ($0.content, $0.attributes) }
  }

  private func checked(
    _ from: Int, _ to: Int
  ) throws(DocumentsError) -> (transaction: Transaction, place: Int) {
    guard let transaction, number < transaction.root.texts.count else {
      throw DocumentsError(
        code: .insideUpdate, detail: "the text is in no document yet, or its update has ended")
    }
    let count = transaction.root.texts[number].count
    guard from >= 0, from <= to, to <= count else {
      throw .outOfRange("\(from)..<\(to) of \(count) scalars")
    }
    return (transaction, number)
  }

  /// Replaces a stretch; inserted text has the given attributes alone.
  ///
  /// - Returns: The offsets of the inserted text.
  /// - Throws: ``DocumentsError`` for offsets outside of the text or crossed; nothing changes.
  @discardableResult
  public func edit(
    _ from: Int, _ to: Int, _ content: String, _ attributes: [String: String]? = nil
  ) throws(DocumentsError) -> Range<Int> {
    let (transaction, place) = try checked(from, to)
    let count = try transaction.editText(
      place, of: handle, from: from, to: to, content: content, attributes: attributes)
    return from..<from + count
  }

  /// Deletes a stretch.
  ///
  /// - Throws: ``DocumentsError`` for offsets outside of the text or crossed; nothing changes.
  public func delete(_ from: Int, _ to: Int) throws(DocumentsError) { try edit(from, to, "") }

  /// Deletes everything.
  ///
  /// - Throws: ``DocumentsError`` outside of an update.
  public func empty() throws(DocumentsError) { try edit(0, count, "") }

  /// Writes attributes of a stretch; later writes of a key win.
  ///
  /// - Throws: ``DocumentsError`` for offsets outside of the text or crossed; nothing changes.
  public func setStyle(
    _ from: Int, _ to: Int, _ attributes: [String: String]
  ) throws(DocumentsError) { try style(from, to, attributes.mapValues { .some($0) }) }

  /// Removes attributes of a stretch.
  ///
  /// - Throws: ``DocumentsError`` for offsets outside of the text or crossed; nothing changes.
  public func removeStyle(_ from: Int, _ to: Int, _ keys: [String]) throws(DocumentsError) {
    try style(from, to, Dictionary(keys.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }))
  }

  private func style(
    _ from: Int, _ to: Int, _ values: [String: String?]
  ) throws(DocumentsError) {
    let (transaction, place) = try checked(from, to)
    guard from < to else { return }
    try transaction.root.texts[place].unseal()
    let reaches = transaction.root.texts[place].reaches(from: from, to: to)
    try transaction.perform(
      .style(
        text: transaction.root.nodes[handle].createdAt, reaches: reaches, values: values,
        at: try transaction.ticket()))
  }

  // MARK: - Positions

  /// The gaps round a stretch, which stay with their characters while others type.
  ///
  /// - Throws: ``DocumentsError`` for offsets outside of the text or crossed.
  public func indexRangeToPosRange(
    _ range: Range<Int>
  ) throws(DocumentsError) -> (TextPosStruct, TextPosStruct) {
    let (transaction, place) = try checked(range.lowerBound, range.upperBound)
    try transaction.root.texts[place].unseal()
    return (
      transaction.root.texts[place].position(at: range.lowerBound),
      transaction.root.texts[place].position(at: range.upperBound)
    )
  }

  /// The offsets of gaps, or nil if their characters are unknown here.
  public func posRangeToIndexRange(_ range: (TextPosStruct, TextPosStruct)) -> Range<Int>? {
    guard let transaction, let place else { return nil }
    let root = transaction.root
    var text = root.texts[place].unsealed
    guard let from = text.index(of: range.0, prefersLeft: false),
      let to = text.index(of: range.1, prefersLeft: true)
    else { return nil }
    return min(from, to)..<max(from, to)
  }
}

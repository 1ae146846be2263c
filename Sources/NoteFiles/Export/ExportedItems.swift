import MarfaSDK

/// The items of an export, read one after the other.
///
/// Our own form has a line for each item, which is parsed only when its turn comes; any other JSON
/// with the same content is parsed at once.
struct ExportedItems {
  private enum Form {
    case lines([UInt8])
    case parsed([JSONValue])
  }

  private let form: Form
  private var index = 0

  /// Recognises the form.
  ///
  /// - Parameter bytes: The text's UTF-8 bytes.
  /// - Throws: `CommandFailure` when it is no export.
  init(_ bytes: [UInt8]) throws {
    let bytes = Array(ByteOrderMark.dropped(from: bytes))
    let head = Array((JSONExport.head + "\n").utf8)
    if bytes.starts(with: head) {
      guard bytes.reversed().drop(while: { $0 == 10 }).starts(with: JSONExport.tail.utf8.reversed())
      else { throw CommandFailure(.failure, "The export is incomplete; nothing was imported.") }
      form = .lines(bytes)
      index = head.count
      return
    }
    do {
      let value = try JSONParser.parse(bytes)
      guard let items = value.arrayValue ?? value.objectValue?["items"]?.arrayValue else {
        throw CommandFailure(.failure, "The JSON is not a marfa export; nothing was imported.")
      }
      form = .parsed(items)
    } catch let error as JSONSyntaxError {
      throw CommandFailure(
        .failure, "The text is not JSON (byte \(error.offset)); nothing was imported.")
    }
  }

  /// The next item, or why it is none; nil at the end.
  mutating func next() -> Result<ExportedItem, ExportedItem.Failure>? {
    switch form {
    case .parsed(let items):
      guard index < items.count else { return nil }
      index += 1
      return Self.item(items[index - 1])
    case .lines(let bytes): return nextLine(bytes)
    }
  }

  private mutating func nextLine(
    _ bytes: [UInt8]
  ) -> Result<ExportedItem, ExportedItem.Failure>? {
    let end = bytes[index...].firstIndex(of: 10) ?? bytes.count
    var line = bytes[index..<end]
    guard index < bytes.count, line.first == UInt8(ascii: "{") else { return nil }
    index = end + 1
    if line.last == UInt8(ascii: ",") { line.removeLast() }
    do {
      return Self.item(try JSONParser.parse(line))
    } catch {
      return .failure(ExportedItem.Failure(reason: "not JSON"))
    }
  }

  private static func item(_ value: JSONValue) -> Result<ExportedItem, ExportedItem.Failure> {
    Result { () throws(ExportedItem.Failure) in try ExportedItem(value) }
  }
}

import MarfaModel

/// What to change in the properties of an item to have them as they were before.
///
/// Written as a JSON object with the members that differ: `{}` for one that was not there,
/// `{"is": value}` for another value, and `{"at": n, "cut": n, "put": text}` for a string of which
/// `cut` bytes of UTF-8 from `at` on were `put`. As small as the change where one place of a text
/// changed, and never more than the members that did.
struct PropertiesDifference {
  private var members: [String: JSONValue]

  /// The difference that leads from newer properties to older ones; costs a look at each byte.
  init(from newer: [String: JSONValue], to older: [String: JSONValue]) {
    members = [:]
    for name in newer.keys where older[name] == nil { members[name] = .object([:]) }
    for (name, value) in older where newer[name] != value {
      if case .string(let old) = value, case .string(let new)? = newer[name] {
        members[name] = Self.splice(from: new, to: old)
      } else {
        members[name] = .object(["is": value])
      }
    }
  }

  /// Reads a difference.
  ///
  /// - Throws: `StoreFailure` when the text is no JSON object.
  init(text: String) throws {
    members = try StoredJSON.object(text)
  }

  /// The JSON of the difference.
  var text: String { StoredJSON.text(members) }

  /// The older properties.
  ///
  /// - Throws: `StoreFailure` when the difference is of other properties.
  func applied(to newer: [String: JSONValue]) throws -> [String: JSONValue] {
    var properties = newer
    for (name, change) in members {
      guard let change = change.objectValue else { throw Self.broken(name) }
      if change.isEmpty {
        properties[name] = nil
      } else if let value = change["is"] {
        properties[name] = value
      } else {
        properties[name] = .string(try Self.spliced(newer[name], change, name))
      }
    }
    return properties
  }

  // MARK: - One place of a text

  private static func splice(from new: String, to old: String) -> JSONValue {
    var (new, old) = (new, old)
    return new.withUTF8 { new in
      old.withUTF8 { old in
        let shorter = min(new.count, old.count)
        var start = 0
        while start < shorter, new[start] == old[start] { start += 1 }
        var end = 0
        while end < shorter - start, new[new.count - end - 1] == old[old.count - end - 1] {
          end += 1
        }
        // What is put is whole characters: a byte that goes on one belongs to what is before it.
        while start > 0, isInside(new, start) || isInside(old, start) { start -= 1 }
        while end > 0, isInside(new, new.count - end) || isInside(old, old.count - end) { end -= 1 }
        let put = UnsafeBufferPointer(rebasing: old[start..<(old.count - end)])
        return [
          "at": .integer(Int64(start)), "cut": .integer(Int64(new.count - end - start)),
          "put": .string(String(decoding: put, as: UTF8.self)),
        ]
      }
    }
  }

  /// Whether a place is inside a character's bytes.
  private static func isInside(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place < text.count && text[place] & 0xC0 == 0x80
  }

  private static func spliced(
    _ value: JSONValue?, _ change: [String: JSONValue], _ name: String
  ) throws -> String {
    guard let text = value?.stringValue?.utf8, let at = change["at"]?.integerValue,
      let cut = change["cut"]?.integerValue, let put = change["put"]?.stringValue, at >= 0,
      cut >= 0, at <= text.count, cut <= Int64(text.count) - at
    else { throw broken(name) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count - Int(cut) + put.utf8.count)
    bytes += text.prefix(Int(at))
    bytes += put.utf8
    bytes += text.dropFirst(Int(at + cut))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func broken(_ name: String) -> StoreFailure {
    StoreFailure(.broken, "a kept version of \(name) does not fit the version after it")
  }
}

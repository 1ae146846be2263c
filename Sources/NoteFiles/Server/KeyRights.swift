import MarfaSDK

/// What a key may not do on its server, in words.
package enum KeyRights {
  /// Says what the application would like to do and the key may not.
  ///
  /// - Parameter capabilities: What the server answered to `GET /capabilities`; without `may` it
  ///   says nothing of rights.
  /// - Returns: Whole sentences, most important first; none when the key may do everything.
  package static func sentences(_ capabilities: JSONValue) -> [String] {
    guard let may = capabilities.objectValue?["may"]?.objectValue else { return [] }
    let types = levels(may["types"])
    let edges = levels(may["edges"])
    guard level(of: CoreNote.typeIdentifier, types) != nil else {
      return ["This key may not read notes: nothing will arrive, and nothing will be sent."]
    }
    let all = Array(types.values) + Array(edges.values)
    guard all.contains("write") else {
      return ["This key may only read: what you change here stays on this machine."]
    }
    var sentences: [String] = []
    for (type, words) in [
      (CoreNote.typeIdentifier, "notes"), (CoreGroup.typeIdentifier, "notebooks"),
    ] {
      switch level(of: type, types) {
      case "write": break
      case "read": sentences.append("This key may not change \(words).")
      default: sentences.append("This key may not see \(words).")
      }
    }
    if level(of: "parent-of", edges) != "write" {
      sentences.append("This key may not move notes into notebooks.")
    }
    if may["purge"]?.boolValue == false {
      sentences.append(
        "This key may not delete permanently: what you purge here goes to the server's trash.")
    }
    return sentences
  }

  private static func levels(_ value: JSONValue?) -> [String: String] {
    (value?.objectValue ?? [:]).compactMapValues(\.stringValue)
  }

  /// The level of the most specific pattern: the name, the longest `parent.*`, then `*`.
  private static func level(of name: String, _ map: [String: String]) -> String? {
    if let level = map[name] { return level == "none" ? nil : level }
    var rest = name[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if let level = map["\(rest).*"] { return level == "none" ? nil : level }
    }
    return map["*"].flatMap { $0 == "none" ? nil : $0 }
  }
}

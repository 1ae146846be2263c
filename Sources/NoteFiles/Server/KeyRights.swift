import MarfaSDK

/// What a key may not do on its server, in words.
package enum KeyRights {
  /// Why the key may not change notes; nil where it may.
  package static func obstacle(toNotes rights: CredentialRights) -> String? {
    rights.level(ofType: CoreNote.typeIdentifier) < .write
      ? "The key of the server may not change notes." : nil
  }

  /// Why the key may not move notes into notebooks; nil where it may.
  package static func obstacle(toNotebooks rights: CredentialRights) -> String? {
    rights.level(ofEdgeType: "parent-of") < .write
      ? "The key of the server may not move notes into notebooks." : nil
  }

  /// Says what the application would like to do and the key may not.
  ///
  /// - Parameter capabilities: What the server answered to `GET /capabilities`; without `may` it
  ///   says nothing of rights.
  /// - Returns: Whole sentences, most important first; none when the key may do everything.
  package static func sentences(_ capabilities: JSONValue) -> [String] {
    guard let rights = CredentialRights(json: capabilities.objectValue?["may"]) else { return [] }
    guard rights.level(ofType: CoreNote.typeIdentifier) > .none else {
      return ["This key may not read notes: nothing will arrive, and nothing will be sent."]
    }
    guard rights.mayWrite else {
      return ["This key may only read: nothing can be changed here."]
    }
    var sentences: [String] = []
    let types = [(CoreNote.typeIdentifier, "notes"), (CoreGroup.typeIdentifier, "notebooks")]
    for (type, words) in types {
      switch rights.level(ofType: type) {
      case .write: break
      case .read: sentences.append("This key may not change \(words).")
      case .none: sentences.append("This key may not see \(words).")
      }
    }
    if rights.level(ofEdgeType: "parent-of") < .write {
      sentences.append("This key may not move notes into notebooks.")
    }
    if !rights.mayPurge {
      sentences.append(
        "This key may not delete permanently: what you purge here goes to the server's trash.")
    }
    return sentences
  }
}

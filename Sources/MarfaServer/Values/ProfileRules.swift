import MarfaModel

/// What the fields of a profile may be.
enum ProfileRules {
  /// - Throws: `ValidationError` with the field.
  static func check(_ body: PatchProfileBody) throws {
    try checkStored(body)
    if let email = body.email, !isAddress(email) {
      throw ValidationError(
        message: "email is an address such as ada@example.org.", details: ["field": "email"])
    }
  }

  /// What holds of every profile that was ever kept; an address was once anything with an `@`.
  ///
  /// - Throws: `ValidationError` with the field.
  static func checkStored(_ body: PatchProfileBody) throws {
    let texts = [
      ("username", body.username, 100), ("first_name", body.firstName, 200),
      ("last_name", body.lastName, 200), ("bio", body.bio, 4000), ("email", body.email, 320),
    ]
    for (field, text, limit) in texts where text?.count ?? 0 > limit {
      throw ValidationError(
        message: "\(field) has at most \(limit) characters.", details: ["field": .string(field)])
    }
    if let email = body.email, !email.contains("@") {
      throw ValidationError(message: "email has an @.", details: ["field": "email"])
    }
  }

  /// Whether a text has the outer form of an address: something, one `@`, and the name of a host.
  ///
  /// Only a letter that arrives proves more. See RFC 5321, section 4.1.2, without quoted names.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count),
      text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { !$0.isEmpty && $0.first != "-" && $0.last != "-" }
  }
}

/// The rule for ids that clients give their requests: 1…128 of `[A-Za-z0-9_-]`.
enum RequestIdRule {
  /// The client's id when it keeps the rule, else nil.
  static func accepted(_ text: String?) -> String? {
    guard let text, (1...128).contains(text.utf8.count) else { return nil }
    let isAllowed = text.utf8.allSatisfy {
      switch $0 {
      case 48...57, 65...90, 97...122, 0x5F, 0x2D: true
      default: false
      }
    }
    return isAllowed ? text : nil
  }
}

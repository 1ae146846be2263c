import Foundation

extension Locale {
  /// Whether the environment's locale shows more than ASCII: the first of `LC_ALL`, `LC_CTYPE` and
  /// `LANG` that is set decides (locale(7)).
  package static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    guard let value = names.lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
    else { return true }
    let upper = value.uppercased()
    return upper.contains("UTF-8") || upper.contains("UTF8")
  }
}

import Foundation

/// What the address of a link or an image says of the file that it leads to.
package enum FileAddress {
  /// Shown in place of the facts of a missing file.
  package static let missing = "not found"

  /// Whether an address is that of a file on this machine.
  package static func isLocal(_ address: String) -> Bool {
    address.hasPrefix("file://") || (!address.isEmpty && scheme(of: address) == nil)
  }

  /// The path of an address: without fragment and query, percent escapes decoded.
  package static func path(of address: String) -> String {
    let path = address.prefix { $0 != "#" && $0 != "?" }
    return path.removingPercentEncoding ?? String(path)
  }

  /// What is after the first `#` of an address, percent escapes decoded; nil when there is nothing.
  package static func fragment(of address: String) -> String? {
    guard let mark = address.firstIndex(of: "#") else { return nil }
    let fragment = String(address[address.index(after: mark)...])
    return fragment.isEmpty ? nil : fragment.removingPercentEncoding ?? fragment
  }

  /// The file's name: the last part of its address; empty for a `data:` address.
  package static func name(of address: String) -> String {
    guard scheme(of: address) != "data" else { return "" }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.removingPercentEncoding ?? name
  }

  /// Whether a file is an image by its name's end.
  package static func isImage(_ name: String) -> Bool {
    let endings = [
      "png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "avif", "heic", "tif", "tiff",
    ]
    guard let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// What is before the first colon: <https://www.rfc-editor.org/rfc/rfc3986#section-3.1>.
  private static func scheme(of address: String) -> Substring? {
    address.prefixMatch(of: #/([A-Za-z][A-Za-z0-9+.\-]*):/#)?.1
  }
}

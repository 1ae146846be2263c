/// Numbers of bytes for people.
package enum ByteWords {
  /// A size with three digits or fewer before its unit, such as `1.2 MB`.
  package static func size(_ bytes: Int64) -> String {
    var value = Double(bytes)
    for unit in ["bytes", "kB", "MB", "GB"] {
      if value < 1000 || unit == "GB" {
        return unit == "bytes"
          ? "\(bytes) \(bytes == 1 ? "byte" : "bytes")"
          : (value < 10 ? "\((value * 10).rounded(.down) / 10)" : "\(Int(value))") + " " + unit
      }
      value /= 1000
    }
    return "\(bytes) bytes"
  }

  /// How much of a whole, such as `38% of 1.1 GB`.
  package static func part(_ bytes: Int64, of total: Int64) -> String {
    guard total > 0 else { return size(bytes) }
    return "\(percent(bytes, of: total))% of \(size(total))"
  }

  /// Whole percents, 100 only for all of it.
  package static func percent(_ bytes: Int64, of total: Int64) -> Int {
    total == 0 ? 100 : Int(Double(bytes) / Double(total) * 100)
  }
}

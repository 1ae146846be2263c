/// Files by what they are called.
///
/// A text means the file whose name has the same letters, or else one whose letters differ only as
/// small letters and capitals do: the file systems of other programs do not distinguish those.
struct NamedFiles<Value> {
  private var values: [String: Value] = [:]
  /// The names by their small letters.
  private var names: [String: String] = [:]

  /// No files.
  init() {}

  /// Files in an order; of those with one name the first counts.
  init(_ files: some Sequence<(name: String, value: Value)>) {
    for (name, value) in files where values[name] == nil {
      values[name] = value
      names[name.lowercased()] = names[name.lowercased()] ?? name
    }
  }

  /// The file that a text means, with its own name; nil for none.
  subscript(written: String) -> (name: String, value: Value)? {
    let name = values[written] == nil ? names[written.lowercased()] : written
    return name.flatMap { name in values[name].map { (name, $0) } }
  }
}

extension NamedFiles: Sendable where Value: Sendable {}
extension NamedFiles: Equatable where Value: Equatable {}
extension NamedFiles: Hashable where Value: Hashable {}

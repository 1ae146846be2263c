import Foundation

extension SourcePosition {
  /// The place of the first byte that is not UTF-8; nil when there is none.
  package init?(ofFirstInvalidByteIn bytes: Data) {
    var codec = UTF8()
    var input = bytes.makeIterator()
    var place = SourcePosition(line: 1, column: 1)
    while true {
      switch codec.decode(&input) {
      case .scalarValue("\n"): place = SourcePosition(line: place.line + 1, column: 1)
      case .scalarValue: place.column += 1
      case .emptyInput: return nil
      case .error:
        self = place
        return
      }
    }
  }
}

/// A stretch of text that a command acts on.
struct TextExtent: Hashable, Sendable {
  /// The bytes.
  var range: Range<Int>
  /// Whether they are whole lines.
  var shape: RegisterContent.Shape

  init(_ range: Range<Int>, shape: RegisterContent.Shape = .characters) {
    self.range = range
    self.shape = shape
  }
}

/// What is not read yet of a stored text.
struct SealedText: Sendable {
  /// All bytes of the text, content and the rest.
  let section: [UInt8]
  /// The number of live scalars.
  let count: Int
}

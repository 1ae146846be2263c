extension String {
  /// Whether two texts are the same byte for byte.
  ///
  /// `==` takes an accent apart from its letter for the letter with it, whose length differs.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Removes bytes at the end.
  ///
  /// - Parameter count: How many, up to a scalar boundary.
  mutating func removeLast(bytes count: Int) {
    removeSubrange(utf8.index(utf8.endIndex, offsetBy: -count)...)
  }
}

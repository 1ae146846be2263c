extension AsyncStream where Element: Sendable {
  /// Handles each element on the main actor, whichever task this is called from.
  ///
  /// A `for await` in a task of no actor runs outside the main actor, even if the stream is filled
  /// on it. This loop runs on the main actor: element and body are on it together.
  ///
  /// - Parameter body: Handles one element; the next is awaited after it.
  /// - Throws: What the body throws, which ends the iteration.
  @MainActor
  public func forEachOnMainActor<Failure: Error>(
    _ body: @MainActor (Element) async throws(Failure) -> Void
  ) async throws(Failure) {
    for await element in self { try await body(element) }
  }
}

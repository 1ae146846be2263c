extension SQLiteServerStore {
  /// Sets what items are found by, apart from any transaction of the store.
  public func setWords(_ words: [WordsOfItem]) async throws -> Int64 {
    do {
      return try await self.words.set(words)
    } catch {
      throw StoreFailure.map(error)
    }
  }

  /// Merges parts of the index of words.
  public func mergeWords(_ pages: Int) async throws -> Bool {
    do {
      return try await words.merge(pages)
    } catch {
      throw StoreFailure.map(error)
    }
  }
}

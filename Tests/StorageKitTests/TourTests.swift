import Foundation
import StorageKit
import Testing

/// The samples of the page at the head of the module's documentation, in its order.
@MainActor @Suite(.timeLimit(.minutes(20))) struct TourTests {
  struct Book: StorageKitEntity, StorageKitEntityRecord {
    typealias E = Self
    static let databaseTableName = "book"

    var id: String
    var title: String
  }

  /// Opens the file as the first step of the page does, in a data directory of the test's own.
  private func start(in folder: TemporaryFolder) throws -> (StorageKit.Context, AppMigrations) {
    try folder.asDataDirectory {
      var schema = AppMigrations()
      schema.addKVCache()
      schema.add(id: "2026-01-create-books", ifTableMissing: "book") { db in
        try db.create(table: "book") { t in
          t.column("id", .text).primaryKey()
          t.column("title", .text).notNull()
        }
      }
      let ctx = try StorageKit.start { $0 = schema }
      return (ctx, schema)
    }
  }

  @Test func `a file is opened, written and read`() async throws {
    let folder = try TemporaryFolder()
    let (ctx, schema) = try start(in: folder)

    let books = ctx.makeRepository(Book.self)
    try await books.put(Book(id: "1", title: "Reed beds"))
    let book = try await books.get(id: "1", policy: .localFirst(ttl: 300))
    let page = try await books.getPage(orderBy: "title", limit: 20)

    #expect(book?.title == "Reed beds")
    #expect(page.items == [Book(id: "1", title: "Reed beds")] && !page.hasMore)

    let count = try await ctx.db.read { db in try Book.fetchCount(db) }
    try await ctx.db.write { db in try db.execute(sql: "UPDATE book SET title = trim(title)") }
    #expect(count == 1)

    let covers = MemoryCache<String, Data>(capacity: 100, defaultTTL: 300)
    await covers.set(Data([1, 2, 3]), for: ctx.keys.entityKey(Book.self, id: "1"))
    let reviews = ctx.makeDiskCache([String].self)
    try await reviews.set(
      ["Good."], for: ctx.keys.queryKey("reviews", params: ["book": "1"]), ttl: 3600)
    #expect(await covers.count == 1)
    #expect(try await reviews.get("app.query:reviews?book=1") == ["Good."])

    let test = try StorageKit.startInMemory { $0 = schema }
    #expect(try await test.db.read { db in try Book.fetchCount(db) } == 0)
  }

  @Test func `an observation keeps a screen up to date`() async throws {
    let folder = try TemporaryFolder()
    let (ctx, _) = try start(in: folder)
    try await ctx.makeRepository(Book.self).put(Book(id: "1", title: "Reed beds"))
    var shown: [String] = []
    func showSpinner() { shown.append("loading") }
    func show(_ error: any Error) { shown.append("error") }
    func show(_ books: [Book]) { shown.append("\(books.count)") }

    @DatabaseObservation(
      in: ctx.db,
      query: { db in try Book.order(Column("title")).fetchAll(db) })
    var shelf: [Book] = []

    func draw() {
      if $shelf.isLoading { showSpinner() }
      if let error = $shelf.loadError { show(error) }
      show(shelf)
    }
    draw()
    try await $shelf.load()
    draw()

    #expect(shown == ["loading", "0", "1"])
  }

  @Test func `a stream is handled on the main actor`() async throws {
    let folder = try TemporaryFolder()
    let (ctx, _) = try start(in: folder)
    let books = ctx.makeRepository(Book.self)
    try await books.put(Book(id: "1", title: "Reed beds"))
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    var titles: [String] = []
    func show(_ book: Book?) {
      titles.append(book?.title ?? "gone")
      continuation.yield()
    }

    let updates = Task {
      await books.observe(id: "1").forEachOnMainActor { book in show(book) }
    }
    var iterator = changes.makeAsyncIterator()
    await iterator.next()
    updates.cancel()

    #expect(titles == ["Reed beds"])
  }
}

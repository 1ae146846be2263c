import Foundation
import GRDB
import MarfaModel
import MarfaSDK
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct StoreShapeTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path("notes.sqlite") }

  private func refusal() -> StorageError? {
    do throws(StorageError) {
      _ = try LocalStore.open(path: path)
      return nil
    } catch {
      return error
    }
  }

  private func change(_ sql: String) throws { try FormerStore.change(path, sql) }

  /// The indexes before the step of the walks to notebooks, word for word.
  private static let formerIndexes =
    FormerStore.beforeQueue + """
      DROP INDEX item_by_edit;
      DROP INDEX item_by_title;
      DROP INDEX item_by_notebook;
      CREATE INDEX item_by_edit ON item(
        edited_at, key, is_listed, state, link_count, is_favourite, initials
      ) WHERE state < 2;
      CREATE INDEX item_by_title ON item(title_sort, key, is_listed, state, initials) WHERE state < 2;
      CREATE INDEX item_by_notebook ON item(notebook, edited_at, key, is_listed, state, initials);
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-notebook-walks';

      """

  /// What the store's last steps have replaced.
  private static let formerView =
    formerIndexes + """
      DROP VIEW search_document;
      CREATE VIEW search_document AS
        SELECT item.key AS key, item.title AS title, item_text.body AS body,
          item_text.notes AS notes, item_text.other AS other, item.tags AS tags
        FROM item JOIN item_text ON item_text.item = item.key;
      DELETE FROM grdb_migrations WHERE identifier IN ('2026-11-letters', '2026-11-forms');
      """

  /// What its steps since the letters have replaced.
  private static let letterView =
    formerIndexes + """
      DROP VIEW search_document;
      CREATE VIEW search_document AS
        SELECT item.key AS key, marfa_letters(item.title) AS title,
          marfa_letters(item_text.body) AS body, marfa_letters(item_text.notes) AS notes,
          marfa_letters(item_text.other) AS other, marfa_letters(item.tags) AS tags
        FROM item JOIN item_text ON item_text.item = item.key;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-forms';
      """

  @Test(arguments: [
    "ALTER TABLE item ADD COLUMN former TEXT", "DROP INDEX item_by_edit", "DROP TABLE word_stale",
  ])
  func `a file of a build with other tables is refused when it is opened`(sql: String) throws {
    _ = try LocalStore.open(path: path)
    try change(sql)

    #expect(refusal()?.code == .editedMigration)
  }

  @Test func `a file of an earlier build with other tables is refused and stays as it was`() throws
  {
    _ = try LocalStore.open(path: path)
    try change(Self.formerView + "ALTER TABLE item DROP COLUMN device;")

    #expect(refusal()?.code == .editedMigration)
    let queue = try DatabaseQueue(path: path)
    let steps = try queue.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
    }
    #expect(!steps.contains("2026-11-letters"))
  }

  @Test func `a store that counted archived notes in their places counts them again`()
    async throws
  {
    do {
      let client = try await LocalClient.open(path: path)
      let note = try await client.items.create(
        CreateItemInput(
          type: "core.note", properties: ["title": "Away", "body": "x"], tags: ["favorite"]))
      try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["title": "Here", "body": "x"]))
      try await client.items.transition(id: note.id, to: .archived)
    }
    try change(
      """
      UPDATE counter SET count = 2 WHERE kind = 0;
      UPDATE counter SET count = 1 WHERE kind = 2;
      DELETE FROM grdb_migrations WHERE identifier = '2026-11-active-counts';
      """)

    let store = try LocalStore.open(path: path)

    #expect(try await store.quickCheck() == [])
  }

  @Test func `tables that others have added to the file do no harm`() throws {
    _ = try LocalStore.open(path: path)
    try change("CREATE TABLE storage_of_somebody (key INTEGER PRIMARY KEY)")

    #expect(refusal() == nil)
  }

  @Test func `a store of before the letters were folded finds them after it was opened`()
    async throws
  {
    let ids: [String] = try await {
      let store = try LocalStore.open(path: path)
      var ids: [String] = []
      for (title, body) in [("Łódź", "Długa"), ("Plain", "[[lodz]] ascii"), ("Ærø", "Łukasz")] {
        let input = CreateItemInput(
          type: "core.note", properties: ["title": .string(title), "body": .string(body)])
        ids.append(try await store.createItem(NewItem(input)).item.id)
      }
      try await store.performIdleWork()
      return ids
    }()
    try change(
      Self.formerView + """
        UPDATE item SET title_sort = 'łodz' WHERE title = 'Łódź';
        UPDATE item SET title_sort = 'ærø' WHERE title = 'Ærø';
        INSERT INTO item_fts(item_fts) VALUES ('rebuild');
        INSERT INTO item_trigram(item_trigram) VALUES ('delete-all');
        """)

    let client = try await LocalClient.open(path: path)
    let store = client.store

    for query in ["lodz", "dluga", "title:lodz", "lod"] {
      let hits = try await client.search(query: query).hits
      #expect(hits.map(\.summary.id).contains(ids[0]), "\(query)")
    }
    #expect(try await client.search(query: "lukasz").hits.map(\.summary.id) == [ids[2]])
    #expect(
      try await store.summaries(ListFilters(sort: .title, direction: .ascending)).data
        .map(\.title) == ["Ærø", "Łódź", "Plain"])
    try await store.performIdleWork()
    #expect(try await store.verifySearchIndex() == [])
    #expect(try await store.quickCheck() == [])
  }

  @Test func `a store of before forms of letters were folded finds them after it was opened`()
    async throws
  {
    let ids: [String] = try await {
      let store = try LocalStore.open(path: path)
      var ids: [String] = []
      for (title, body) in [("ﬁle", "x² æ"), ("Plain", "ascii"), ("Ærø", "ﬂow")] {
        let input = CreateItemInput(
          type: "core.note", properties: ["title": .string(title), "body": .string(body)])
        ids.append(try await store.createItem(NewItem(input)).item.id)
      }
      try await store.performIdleWork()
      return ids
    }()
    try change(
      Self.letterView + """
        UPDATE item SET title_sort = 'ﬁle' WHERE title = 'ﬁle';
        INSERT INTO item_fts(item_fts) VALUES ('rebuild');
        INSERT INTO item_trigram(item_trigram) VALUES ('delete-all');
        INSERT INTO word_stale(item, is_indexed, body)
          SELECT key, 3, marfa_letters('x² æ') FROM item WHERE title = 'ﬁle';
        UPDATE item_text SET body = 'x³ æ' WHERE body = 'x² æ';
        """)

    let client = try await LocalClient.open(path: path)
    let store = client.store

    for query in ["file", "title:file", "fil", "x3"] {
      #expect(try await client.search(query: query).hits.map(\.summary.id) == [ids[0]], "\(query)")
    }
    #expect(try await client.search(query: "flow").hits.map(\.summary.id) == [ids[2]])
    #expect(try await client.search(query: "x2").hits.isEmpty)
    #expect(
      try await store.summaries(ListFilters(sort: .title, direction: .ascending)).data
        .map(\.title) == ["Ærø", "ﬁle", "Plain"])
    try await store.performIdleWork()
    #expect(try await store.verifySearchIndex() == [])
    #expect(try await store.quickCheck() == [])
  }
}

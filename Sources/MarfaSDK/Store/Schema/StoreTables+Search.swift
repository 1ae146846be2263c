// MARK: - Search

extension StoreTables {
  /// The full-text index over words, and the one over three-letter pieces.
  ///
  /// Neither is maintained by triggers, which are 5 to 30 times slower on a bulk write. A save only
  /// notes in `word_stale`, in its own transaction, which item the word index does not know as it
  /// is, with the text that the index has of it (`is_indexed` is the number of a `NotedText`, or 0
  /// when it has none): the next search brings the index up to date first, and so does the next
  /// idle moment. A row there outlives its item, whose entry must still be taken out. It has a key
  /// of its own, so that rows are appended: each between two others, they would rewrite four pages
  /// in place of two.
  ///
  /// The piece index keeps neither text nor positions: it proposes candidates that the reader
  /// checks; items in `trigram_stale` were changed since they were last indexed and are always
  /// candidates. An item gets there when the word index has caught up with it.
  ///
  /// The beginnings of two and of three letters are indexed too: without them, what is typed first
  /// joins the places of all words that begin so. Over 100,000 notes `com` takes 0.1 ms in place of
  /// 26; the third letter costs an import 0.01 ms a note, and a save nothing.
  ///
  /// Each catching up adds a small part to the word index. Parts are merged in idle moments,
  /// since a merge writes many pages; 64 parts of a size are merged at once all the same. A batch
  /// fills few parts, because it holds 8 MiB of entries before it writes. See
  /// <https://www.sqlite.org/fts5.html#configuration_options>.
  static let search = """
    CREATE VIEW search_document AS
      SELECT item.key AS key, item.title AS title, item_text.body AS body,
        item_text.notes AS notes, item_text.other AS other, item.tags AS tags
      FROM item JOIN item_text ON item_text.item = item.key;
    CREATE VIRTUAL TABLE item_fts USING fts5(
      title, body, notes, other, tags,
      content = 'search_document', content_rowid = 'key',
      tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    );
    INSERT INTO item_fts(item_fts, rank) VALUES ('automerge', 0);
    INSERT INTO item_fts(item_fts, rank) VALUES ('crisismerge', 64);
    INSERT INTO item_fts(item_fts, rank) VALUES ('hashsize', 8388608);
    CREATE TABLE word_stale (
      key INTEGER PRIMARY KEY,
      item INTEGER NOT NULL UNIQUE,
      is_indexed INTEGER NOT NULL,
      title TEXT NOT NULL DEFAULT '',
      body TEXT NOT NULL DEFAULT '',
      notes TEXT NOT NULL DEFAULT '',
      other TEXT NOT NULL DEFAULT '',
      tags TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE VIRTUAL TABLE item_trigram USING fts5(
      text, content = '', columnsize = 0, detail = 'none', tokenize = 'trigram'
    );
    CREATE TABLE trigram_stale (
      item INTEGER PRIMARY KEY REFERENCES item(key) ON DELETE CASCADE
    ) STRICT;
    """

  /// What the search indexes held of an item before `searchedForms`: its texts without the letters
  /// of `LetterFold`, which the tokenizer does not fold.
  static let searchedLetters = """
    DROP VIEW search_document;
    CREATE VIEW search_document AS
      SELECT item.key AS key, marfa_letters(item.title) AS title,
        marfa_letters(item_text.body) AS body, marfa_letters(item_text.notes) AS notes,
        marfa_letters(item_text.other) AS other, marfa_letters(item.tags) AS tags
      FROM item JOIN item_text ON item_text.item = item.key;
    """

  /// What the search indexes hold of an item: its texts in the letters that people type, see
  /// `PlainLetters`.
  static let searchedForms = """
    DROP VIEW search_document;
    CREATE VIEW search_document AS
      SELECT item.key AS key, marfa_forms(marfa_letters(item.title)) AS title,
        marfa_forms(marfa_letters(item_text.body)) AS body,
        marfa_forms(marfa_letters(item_text.notes)) AS notes,
        marfa_forms(marfa_letters(item_text.other)) AS other,
        marfa_forms(marfa_letters(item.tags)) AS tags
      FROM item JOIN item_text ON item_text.item = item.key;
    """
}

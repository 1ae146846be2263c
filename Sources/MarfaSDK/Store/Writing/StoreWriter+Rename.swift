import GRDB
import NoteMarkup

extension StoreWriter {
  /// Changes a title, and the links to it in the same transaction.
  func rename(
    id: String, to newTitle: String, links: LinkRewriting, run: RenameRun
  ) throws -> RenameResult {
    var record = try existingRecord(id: id)
    var result = RenameResult(oldTitle: record.title, newTitle: newTitle, rewrites: [])
    guard newTitle != record.title else { return result }
    try requireFreePath(of: record, titled: newTitle, in: record.notebook)
    let plans = links == .rewrite ? try rewritePlans(for: record, newTitle: newTitle) : []
    result.rewrites = plans.map {
      RenameResult.Rewrite(id: $0.source.id, title: $0.source.title, count: $0.count)
    }
    guard run == .perform else { return result }
    let field = try resolvedType(record.type)?.titleField ?? "title"
    try setTitle(&record, field: field, newTitle)
    for plan in plans {
      // Read again: the note may refer to itself, and its row has changed then.
      guard var source = try self.record(key: plan.source.key) else { continue }
      _ = try saveText(&source, title: nil, body: plan.body, UpdateOptions())
    }
    return result
  }

  /// Changes the title where the person sees it: in the heading that begins the text and says the
  /// same, and in the property, unless the heading alone gave the title.
  private func setTitle(_ record: inout ItemRecord, field: String, _ title: String) throws {
    let body = try text(of: record.key).body
    guard let renamed = Self.renamingHeading(in: body, from: record.title, to: title) else {
      try update(&record, patch: [field: .string(title)], UpdateOptions())
      return
    }
    let isNamed = try StoredJSON.object(record.properties)[field] != nil
    _ = try saveText(
      &record, title: isNamed ? title : nil, body: renamed, UpdateOptions(), keepsOldName: false)
  }

  /// The text with another first heading; nil if it does not begin with a heading of the title.
  static func renamingHeading(in body: String, from old: String, to new: String) -> String? {
    guard let heading = MarkdownScan(body).headings.first, heading.title == old else { return nil }
    let start = body.utf8.index(body.startIndex, offsetBy: heading.offset)
    let end = body[start...].firstIndex(of: "\n") ?? body.endIndex
    let line = body[start..<end]
    guard body[..<start].allSatisfy(\.isWhitespace) else { return nil }
    let marks = line.prefix { $0 == "#" }
    let renamed = body[..<start] + (marks.isEmpty ? "" : marks + " ") + new + body[end...]
    // An underlined title of several lines, or one that the new words would end, stays.
    return MarkdownScan(renamed).headings.first?.title == new ? renamed : nil
  }

  private struct RewritePlan {
    var source: ItemRecord
    var body: String
    var count: Int
  }

  private func rewritePlans(
    for target: ItemRecord, newTitle: String
  ) throws -> [RewritePlan] {
    let keys = try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT source FROM edge WHERE target = ? AND type = 'references' ORDER BY source"),
      arguments: [target.key])
    let rewriter = LinkRewriter(oldTitle: target.title, newTitle: newTitle, id: target.id)
    let resolver = LinkResolver(db: db)
    return try keys.compactMap { key in
      guard let source = try record(key: key) else { return nil }
      let place = LinkResolver.Place(source)
      let (body, count) = try rewriter.rewrite(try text(of: key).body) { name in
        let link = TextLink(target: name, isPath: false, offset: 0)
        return try resolver.resolve(link, from: place) == target.key
      }
      return count == 0 ? nil : RewritePlan(source: source, body: body, count: count)
    }.sorted { $0.source.title < $1.source.title }
  }
}

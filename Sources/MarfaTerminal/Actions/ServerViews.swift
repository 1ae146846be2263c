import MarfaSDK
import Operations
import TerminalLayers
import Workbench

/// Screens of what only the server knows, asked for on demand.
@MainActor struct ServerViews {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Shows the keys of the server; Enter copies the id of one.
  func openKeys() {
    guard let queries = reachable() else { return }
    let answer = ServerRows<APIKey>.Answer(queries.keys, client: context.operations)
    boxes.pick(
      "Keys of the server", width: .full,
      from: ServerRows(answer, context: context, emptyText: "The server has no key.") { key in
        let used = key.lastUsedAt.flatMap { Timestamp(iso8601: $0) }
          .map { "used " + context.relativeTime($0.date) }
        return PickerRow(
          id: key.id, title: "\(key.label)  \(key.role.rawValue)  source \(key.source)",
          detail: used ?? "never used")
      } chosen: {
        copy($0, "The key's id")
      })
  }

  /// Shows the webhooks of the server; Enter copies the id of one.
  func openWebhooks() {
    guard let queries = reachable() else { return }
    let answer = ServerRows<Webhook>.Answer(queries.webhooks, client: context.operations)
    boxes.pick(
      "Webhooks of the server", width: .full,
      from: ServerRows(answer, context: context, emptyText: "The server has no webhook.") { hook in
        PickerRow(
          id: hook.id, title: "\(hook.url)  \(hook.events.joined(separator: ", "))",
          detail: hook.active ? "active" : "off")
      } chosen: {
        copy($0, "The webhook's id")
      })
  }

  /// Shows the types of items that the server knows; Enter copies the name of one.
  func openTypes() {
    guard let queries = reachable() else { return }
    let answer = ServerRows<ItemType>.Answer(queries.types, client: context.operations)
    boxes.pick(
      "Types of the server", width: .full,
      from: ServerRows(answer, context: context, emptyText: "The server has no type.") { type in
        PickerRow(
          id: type.id, title: [type.id, type.label].compactMap(\.self).joined(separator: "  "),
          detail: "version \(type.version)")
      } chosen: {
        copy($0, "The type's name")
      })
  }

  private func copy(_ row: PickerRow, _ name: String) { context.copy(row.id, called: name) }

  /// Searches the server with the list's filter, or asks what to look for.
  func search() {
    guard reachable() != nil else { return }
    let filter = workspace.list.filter
    guard filter.isEmpty else { return search(filter) }
    boxes.ask("Search the server for") { text in
      if !text.isEmpty { search(text) }
    }
  }

  private func search(_ text: String) {
    guard let queries = reachable() else { return }
    let answer = ServerSearchRows.Answer(queries.search(text), client: context.operations)
    boxes.pick(
      "Found on the server: \(text)",
      from: ServerSearchRows(answer, context: context) { row in open(row.id) })
  }

  /// Opens an item here if this machine has it, and else shows what the server has.
  private func open(_ id: String) {
    context.work.performHolding("Opening the note") {
      guard let item = try await context.client.store.item(id: id), item.state != .trashed else {
        return show(id)
      }
      context.carryOut(.open(id: id, line: nil))
    }
  }

  /// Shows the selected note as the server has it.
  func showSelected() {
    guard reachable() != nil, let row = workspace.selectedNote else { return }
    show(row.id)
  }

  /// Asks for an id, and shows the item that the server has under it.
  func lookUp() {
    guard reachable() != nil else { return }
    boxes.ask("Id of the item, or its last \(ShortId.length) characters") { text in
      let name = text.filter { !$0.isWhitespace }.lowercased()
      if !name.isEmpty { lookUp(name) }
    }
  }

  /// Shows what is meant by an id or the end of one: what this machine knows by it comes first.
  private func lookUp(_ name: String) {
    if UUIDv7.isValid(name) { return show(name) }
    guard ShortId.isWhole(name) else {
      return context.messages.notice(
        "An id has 36 characters; the last \(ShortId.length) of them do, too.")
    }
    context.work.performHolding("Looking for the id") {
      do {
        show(try await context.client.store.resolve(name, as: []))
      } catch is NotFoundError {
        show(name)
      }
    }
  }

  private func show(_ id: String) {
    guard let queries = reachable() else { return }
    let answer = ServerItemView.Answer(queries.item(id), client: context.operations)
    boxes.layers.push(ServerItemView(id, answer, context: context))
    context.host.requestFrame()
  }

  /// The way to the server; says so when there is none.
  private func reachable() -> ServerQueries? {
    guard let queries = context.sync.queries else {
      context.messages.notice(
        context.sync.status?.connection.sentence.nonEmpty
          ?? "Not connected to the server yet.")
      return nil
    }
    return queries
  }
}

extension String {
  /// The text; nil for none.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

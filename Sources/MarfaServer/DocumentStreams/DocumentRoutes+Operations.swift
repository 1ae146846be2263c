extension DocumentRoutes {
  /// What a pack is sent as.
  static let packType = "application/octet-stream"

  static let activation = APIOperation(
    method: "POST", path: "/documents/clients", tag: "documents",
    summary: "Gives out a client id, under which documents are edited.", body: "ActivateClient",
    answer: "DocumentClient", status: 201)
  static let deactivation = APIOperation(
    method: "DELETE", path: "/documents/clients/{client}", tag: "documents",
    summary: "Detaches a client from every document and forgets it.", answer: "Ok")
  static let attachment = APIOperation(
    method: "POST", path: "/documents/{key}/attach", tag: "documents",
    summary: "Takes part in a document, which is made if it is not there.",
    parameters: [.name("client", required: true), .name("item_id"), .name("field")],
    isBodyOptional: true, rawBody: packType, rawAnswer: packType)
  static let syncing = APIOperation(
    method: "POST", path: "/documents/{key}/sync", tag: "documents",
    summary: "Sends changes and gets those of others.",
    parameters: [.name("client", required: true), .word("mode", "both", "push")],
    isBodyOptional: true, rawBody: packType, rawAnswer: packType)
  static let detachment = APIOperation(
    method: "POST", path: "/documents/{key}/detach", tag: "documents",
    summary: "Sends the last changes and takes part no more.",
    parameters: [.name("client", required: true)],
    isBodyOptional: true, rawBody: packType, rawAnswer: packType)
  static let removal = APIOperation(
    method: "DELETE", path: "/documents/{key}", tag: "documents",
    summary: "Removes a document for everybody.", answer: "Ok")
  static let reading = APIOperation(
    method: "GET", path: "/documents/{key}", tag: "documents",
    summary: "The root of a document as JSON.", answer: "DocumentRoot")
  static let watching = APIOperation(
    method: "GET", path: "/documents/watch", tag: "documents",
    summary: "Server-sent events of documents, and who else is there.",
    parameters: [
      .name("client", required: true), .name("key", required: true), .flag("observe"),
    ],
    rawAnswer: APIOperation.eventStream)

  static let operations = [
    activation, deactivation, attachment, syncing, detachment, removal, reading, watching,
  ]
}

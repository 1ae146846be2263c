extension KeyRoutes {
  static let list = APIOperation(
    method: "GET", path: "/keys", tag: "keys", summary: "Every key.", answer: "Keys")
  static let creation = APIOperation(
    method: "POST", path: "/keys", tag: "keys",
    summary: "Creates a key; the first without one, by the token that the server printed.",
    parameters: [.header("X-Bootstrap-Token")], body: "CreateKey", answer: "Key", status: 201)
  static let patching = APIOperation(
    method: "PATCH", path: "/keys/{id}", tag: "keys", summary: "Changes a key.",
    body: "PatchKey", answer: "Key")
  static let revocation = APIOperation(
    method: "DELETE", path: "/keys/{id}", tag: "keys", summary: "Revokes a key.", answer: "Ok")

  static let operations = [list, creation, patching, revocation]
}

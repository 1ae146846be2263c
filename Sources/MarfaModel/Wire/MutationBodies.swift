/// The body of `POST /mutations`: requests that are carried out in order.
///
/// ```swift
/// let batch = MutationBatchBody(mutations: [
///   .init(id: "m1", method: "DELETE", path: "/items/a")
/// ])
/// ```
public struct MutationBatchBody: Codable, Hashable, Sendable {
  /// One request.
  public struct Mutation: Codable, Hashable, Sendable {
    /// The mutation's id, which is its idempotency key.
    public var id: String
    /// `POST`, `PUT`, `PATCH` or `DELETE`.
    public var method: String
    /// The path, with its query if any.
    public var path: String
    /// The request's body.
    public var body: JSONValue?

    /// One request; `path` is below the server's address and begins with a slash.
    public init(id: String, method: String, path: String, body: JSONValue? = nil) {
      self.id = id
      self.method = method
      self.path = path
      self.body = body
    }
  }

  /// The requests, in order.
  public var mutations: [Mutation]

  /// Requests in the order in which they are performed.
  public init(mutations: [Mutation]) { self.mutations = mutations }

  /// The body as JSON.
  public var json: JSONValue {
    .object([
      "mutations": .array(
        mutations.map { mutation in
          var members: [String: JSONValue] = [
            "id": .string(mutation.id), "method": .string(mutation.method),
            "path": .string(mutation.path),
          ]
          members["body"] = mutation.body
          return .object(members)
        })
    ])
  }
}

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

/// The answer of `POST /mutations`, entry by entry.
public struct MutationBatchResponse: Codable, Hashable, Sendable {
  /// What one request was answered.
  public struct Result: Codable, Hashable, Sendable {
    /// The mutation's id.
    public var id: String
    /// The HTTP status.
    public var status: Int
    /// The answer's body; the error envelope when it was refused.
    public var body: JSONValue

    /// What the request with an id was answered.
    public init(id: String, status: Int, body: JSONValue) {
      self.id = id
      self.status = status
      self.body = body
    }
  }

  /// The results, in the request's order.
  public var results: [Result]

  /// Results in the order of the requests.
  public init(results: [Result]) { self.results = results }
}

/// The answer of `GET /capabilities`: what a server can do beyond the documented API.
public struct ServerCapabilities: Codable, Hashable, Sendable {
  /// What the server calls itself.
  public var name: String
  /// The server's version.
  public var version: String
  /// Whether documents can be edited together.
  public var documents: Bool
  /// `tus/1.0.0`, or nil.
  public var resumableUploads: String?
  /// Whether `Idempotency-Key` is honoured.
  public var idempotency: Bool
  /// How many mutations a batch may have; 0 when there are no batches.
  public var mutationBatch: Int
  /// How long events and first answers are kept, in seconds.
  public var retentionSeconds: Int

  /// What a server can do; by default nothing beyond the documented API.
  public init(
    name: String, version: String, documents: Bool = false, resumableUploads: String? = nil,
    idempotency: Bool = false, mutationBatch: Int = 0, retentionSeconds: Int = 0
  ) {
    self.name = name
    self.version = version
    self.documents = documents
    self.resumableUploads = resumableUploads
    self.idempotency = idempotency
    self.mutationBatch = mutationBatch
    self.retentionSeconds = retentionSeconds
  }

  enum CodingKeys: String, CodingKey {
    case name, version, documents, idempotency
    case resumableUploads = "resumable_uploads"
    case mutationBatch = "mutation_batch"
    case retentionSeconds = "retention_seconds"
  }

  /// Writes the description; `resumable_uploads` is `null` when there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(version, forKey: .version)
    try container.encode(documents, forKey: .documents)
    try container.encode(resumableUploads, forKey: .resumableUploads)
    try container.encode(idempotency, forKey: .idempotency)
    try container.encode(mutationBatch, forKey: .mutationBatch)
    try container.encode(retentionSeconds, forKey: .retentionSeconds)
  }
}

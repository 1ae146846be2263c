import MarfaSDK
import TestSupport

extension Simulation {
  /// What goes wrong, and how often: one in that many; never for 0.
  struct Faults: Sendable {
    var lostRequest = 0
    var lostAnswer = 0
    var duplicate = 0
    /// The server wants to be left alone for a while.
    var busyServer = 0
    /// Something that is no server of ours answers, before or after the request has arrived.
    var garbage = 0
    /// The server refuses a creation for good.
    var refusal = 0
    var brokenStream = 0
    /// A device has no network for some seconds.
    var offline = 0
    var crash = 0
    var clockJump = 0

    /// The faults of a history: of each kind it has many, some or none.
    static func drawn(seed: UInt64) -> Faults {
      var numbers = SplitMix64(seed: seed &* 77 &+ 5)
      func rate(_ often: Int, _ seldom: Int) -> Int {
        [0, seldom, seldom, often].randomElement(using: &numbers) ?? 0
      }
      return Faults(
        lostRequest: rate(4, 12), lostAnswer: rate(3, 12), duplicate: rate(4, 15),
        busyServer: rate(5, 25), garbage: rate(8, 40), refusal: rate(4, 12),
        brokenStream: rate(4, 12), offline: rate(15, 60), crash: rate(20, 60),
        clockJump: rate(20, 80))
    }
  }
}

/// Which creations a server refuses for good, however often they are sent.
struct PlannedRefusals {
  /// The code of such a refusal; any other one is a mistake of somebody.
  static let code = "planned"

  private var decisions: [String: Bool] = [:]

  /// Whether a change is refused; `draws` is asked when it is seen for the first time.
  mutating func refuses(_ mutation: ClaimedMutation, _ draws: () -> Bool) -> Bool {
    guard mutation.kind == .createItem else { return false }
    if let known = decisions[mutation.id] { return known }
    let decision = draws()
    decisions[mutation.id] = decision
    return decision
  }

  /// The answer to a request of which some changes are refused: the others are asked for.
  static func answer(
    to exchange: Exchange, refusing ids: Set<String>,
    _ ask: (SyncRequest) -> TransportResponse
  ) -> TransportResponse {
    let refusal: JSONValue = ["error": ["code": .string(code), "message": "Not today."]]
    guard case .batch(let mutations) = exchange.subject else {
      return TransportResponse(status: 400, body: JSONWriter.bytes(of: refusal))
    }
    let rest = mutations.filter { !ids.contains($0.id) }.map(\.request)
    let answer = ask(
      SyncRequest("POST", "/mutations", body: MutationBatchBody(mutations: rest).json))
    let json = try? JSONParser.parse(answer.body)
    var results = json?.objectValue?["results"]?.arrayValue ?? []
    for (index, mutation) in mutations.enumerated() where ids.contains(mutation.id) {
      results.insert(
        ["id": .string(mutation.id), "status": 400, "body": refusal],
        at: min(index, results.count))
    }
    return TransportResponse(
      status: 200, headers: answer.headers,
      body: JSONWriter.bytes(of: ["results": .array(results)]))
  }
}

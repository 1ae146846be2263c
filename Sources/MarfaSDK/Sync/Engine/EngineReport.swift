import Foundation
import Glibc

/// What the process that drives a store's engine tells the others, in the lock's file.
///
/// The file costs no transaction of the store, and the kernel says whether its state still holds:
/// it does as long as somebody has the lock.
package struct EngineReport: Hashable, Sendable {
  /// The state of the driver's connection to the server.
  package var state = ConnectionState.offline.rawValue
  /// What keeps it from working, in one word; nil when nothing does.
  package var obstacle: String?
  /// What its event stream has yet to bring of what is older than itself; nil for a driver that
  /// does not tell.
  package var rest: String?
  /// Whether changes are exchanged as they happen; nil for no, and for a driver that does not say.
  package var isCaughtUp: Bool?
  /// When everything was on the server last, in milliseconds since 1970; nil for never.
  package var syncedAt: Int64?
  /// When the server last answered or said something that was taken over, in milliseconds since
  /// 1970; nil for never.
  package var exchangedAt: Int64?
  /// Whether everything was on the server at the end of the last attempt to work with it, apart
  /// from what was refused or failed; nil for no.
  package var isSettled: Bool?
  /// Whether the server refused the key as unknown in its last answer; nil for no.
  package var isKeyUnknown: Bool?
  /// A number that each attempt to reach the server makes another one; nil for a driver that does
  /// not say.
  package var attempt: Int?

  package init() {}

  /// The lock's file of a store.
  package static func lockPath(ofStore path: String) -> String { path + ".engine-lock" }

  /// Reads what a store's driver reported last.
  ///
  /// - Parameter path: The lock's file.
  /// - Returns: The report, and whether its driver is still there; nil when nobody ever drove.
  package static func read(_ path: String) -> (report: EngineReport, isDriven: Bool)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Somebody else who looks at the same moment has it for an instant only, as a shared lock.
    let isDriven = flock(descriptor, LOCK_SH | LOCK_NB) != 0
    var bytes = [UInt8](repeating: 0, count: size)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    // A file that was never written, or is being written, says nothing yet.
    let json = try? JSONParser.parse(bytes.prefix(max(count, 0)))
    return (EngineReport(json?.objectValue ?? [:]), isDriven)
  }

  /// Reads what `bytes` wrote; what is not there is as in a new report.
  private init(_ members: [String: JSONValue]) {
    state = members["state"]?.stringValue ?? state
    obstacle = members["obstacle"]?.stringValue
    rest = members["rest"]?.stringValue
    isCaughtUp = members["isCaughtUp"]?.boolValue
    syncedAt = members["syncedAt"]?.integerValue
    exchangedAt = members["exchangedAt"]?.integerValue
    isSettled = members["isSettled"]?.boolValue
    isKeyUnknown = members["isKeyUnknown"]?.boolValue
    attempt = members["attempt"]?.integerValue.map { Int($0) }
  }

  /// The bytes of a report in the file; what it does not need is spaces.
  static let size = 256

  /// The report as it is written.
  var bytes: [UInt8] {
    var members: [String: JSONValue] = ["state": .string(state)]
    members["obstacle"] = obstacle.map { .string($0) }
    members["rest"] = rest.map { .string($0) }
    members["isCaughtUp"] = isCaughtUp.map { .bool($0) }
    members["syncedAt"] = syncedAt.map { .integer($0) }
    members["exchangedAt"] = exchangedAt.map { .integer($0) }
    members["isSettled"] = isSettled.map { .bool($0) }
    members["isKeyUnknown"] = isKeyUnknown.map { .bool($0) }
    members["attempt"] = attempt.map { .integer(Int64($0)) }
    let json = JSONWriter.bytes(of: .object(members))
    return json + [UInt8](repeating: UInt8(ascii: " "), count: max(0, Self.size - json.count))
  }
}

extension EngineReport {
  /// Takes over the state of a driver.
  ///
  /// - Parameter standing: The state.
  package mutating func take(_ standing: EngineStanding) {
    state = standing.state.rawValue
    obstacle = standing.obstacle?.word
    rest = standing.rest.rawValue
    isCaughtUp = standing.isCaughtUp ? true : nil
    if standing.obstacle == .signedOut { isKeyUnknown = true }
    if standing.state == .syncing || standing.state == .online { isKeyUnknown = nil }
  }
}

extension ConnectionObstacle {
  /// The word of a server that answers with an error.
  package static let serverErrorWord = "server_error"
  /// The word of a server that has had too many requests.
  package static let tooManyRequestsWord = "too_many_requests"

  /// The obstacle without its words.
  package var word: String {
    switch self {
    case .signedOut: "signed_out"
    case .paused: "paused"
    case .otherServer: "other_server"
    case .refused: "refused"
    case .readOnly: "read_only"
    case .serverError: Self.serverErrorWord
    case .tooManyRequests: Self.tooManyRequestsWord
    }
  }
}

/// What a command's exit code says.
package enum ExitStatus: Int32, Hashable, Sendable {
  /// Everything was done.
  case success = 0
  /// It failed in a way that no other code names.
  case failure = 1
  /// The arguments make no sense.
  case usage = 2
  /// There is no such thing, or nothing matches.
  case notFound = 3
  /// Both sides changed, and a person must decide.
  case conflict = 4
  /// The server cannot be reached; nothing is wrong here.
  case offline = 5
  /// There is no key, or the server does not know it.
  case auth = 6
  /// The server refused something, which waits for a person.
  case refused = 7
  /// Some of several things failed.
  case partial = 8
  /// The notes cannot be opened or written: locked, corrupt, newer, read-only or full.
  case storeUnusable = 9
  /// SIGINT ended it.
  case interrupted = 130
}

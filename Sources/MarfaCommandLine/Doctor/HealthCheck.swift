/// One thing that `doctor` looked at.
struct HealthCheck: Hashable, Sendable {
  /// How it is.
  enum Status: String, Hashable, Sendable {
    /// As it should be.
    case good = "ok"
    /// It works, but something is worth knowing.
    case warning
    /// It does not work.
    case bad = "error"
  }

  /// What was looked at, in a word or two.
  var name: String
  /// How it is.
  var status: Status
  /// What was found.
  var value: String
  /// What to do about it; empty when nothing.
  var advice: String

  init(_ name: String, _ status: Status, _ value: String, advice: String = "") {
    self.name = name
    self.status = status
    self.value = value
    self.advice = advice
  }
}

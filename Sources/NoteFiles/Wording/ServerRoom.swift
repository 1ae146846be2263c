/// What is said of a server that has no room left.
package enum ServerRoom {
  /// A few words for a status.
  package static let word = "server full"

  /// What it means, and what a person can do.
  package static let sentence =
    "The server has no room left: what you change waits here. " + advice

  /// What a person can do.
  package static let advice = "Free some there, or ask the person who runs it."
}

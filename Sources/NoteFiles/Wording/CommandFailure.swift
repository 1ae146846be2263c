/// A reason to end a command, with its words for the person.
package struct CommandFailure: Error, Hashable {
  package var status: ExitStatus
  /// What is wrong, ending with a full stop; nil when everything was said.
  package var message: String?

  package init(_ status: ExitStatus, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}

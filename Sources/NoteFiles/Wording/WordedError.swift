/// An error that knows its own meaning for the shell and the person, since it is of a target or a
/// folder that the wording does not know.
package protocol WordedError: Error {
  /// The exit code, with what is wrong and what to do.
  var failure: CommandFailure { get }
}

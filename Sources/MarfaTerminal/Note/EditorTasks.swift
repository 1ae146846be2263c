/// What is done for the editor away from the main actor; one of each kind at a time.
struct EditorTasks {
  /// Puts the text together that was edited last.
  var leaving: Task<Void, Never>?
  /// Searches the edited text, if that is long.
  var searching: Task<Void, Never>?
  /// Does what takes the editor longer than a key may.
  var working: Task<Void, Never>?

  /// Asks the server for unreported changes of the note that was opened last.
  var asking: Task<Void, Never>?

  /// Ends what only an open editor needs.
  func cancel() {
    searching?.cancel()
    working?.cancel()
  }
}

/// One of a few words that may stand behind an action's name on the command line, in place of the
/// box that offers the same.
package struct CommandArgument {
  /// The words, in the order in which they are offered.
  package let values: @MainActor (Application) -> [String]
  /// Shows what a word would do, while it is typed.
  package let preview: @MainActor (Application, String) -> Void
  /// Does it.
  package let choose: @MainActor (Application, String) -> Void

  package init(
    values: @escaping @MainActor (Application) -> [String],
    preview: @escaping @MainActor (Application, String) -> Void = { _, _ in },
    choose: @escaping @MainActor (Application, String) -> Void
  ) {
    self.values = values
    self.preview = preview
    self.choose = choose
  }
}

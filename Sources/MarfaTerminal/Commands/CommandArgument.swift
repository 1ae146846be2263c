/// One of a few words that may follow an action's name on the command line, in place of the
/// box that offers the same.
package struct CommandArgument {
  /// The words, in the order in which they are offered.
  package let values: @MainActor (Actions) -> [String]
  /// Shows what a word would do, while it is typed.
  package let preview: @MainActor (Actions, String) -> Void
  /// Does it.
  package let choose: @MainActor (Actions, String) -> Void

  package init(
    values: @escaping @MainActor (Actions) -> [String],
    preview: @escaping @MainActor (Actions, String) -> Void = { _, _ in },
    choose: @escaping @MainActor (Actions, String) -> Void
  ) {
    self.values = values
    self.preview = preview
    self.choose = choose
  }
}

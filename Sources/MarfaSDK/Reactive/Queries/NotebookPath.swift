/// A notebook as a person names it: by its title, or by its path as in `House/Garden`, which begins
/// with a slash if it is meant from the top.
package struct NotebookPath {
  /// The name, folded, without slashes at its end.
  package let name: String

  /// Reads a name as typed; nil when nothing is in it but slashes.
  package init?(_ written: String) {
    var name = TextFold.fold(written)
    while let last = name.last, last == "/" || last.isWhitespace { name.removeLast() }
    name = name.trimmingPrefix(while: \.isWhitespace).description
    if name.isEmpty { return nil }
    self.name = name
  }

  /// Whether a notebook with the title is meant, wherever it is.
  package func isTitle(_ title: String) -> Bool { TextFold.fold(title) == name }

  /// Whether a path from the root is meant: all of it, or its end if the name begins with no slash.
  package func means(_ path: String) -> Bool {
    let path = TextFold.fold(path)
    return name.hasPrefix("/") ? path == name : path.hasSuffix("/" + name)
  }
}

extension [Notebook] {
  /// All notebooks of the trees with their paths from the root, such as `/House/Garden`, each
  /// before its children.
  package var paths: [(notebook: Notebook, path: String)] {
    var result: [(notebook: Notebook, path: String)] = []
    var waiting = reversed().map { (notebook: $0, path: "/" + $0.title) }
    while let next = waiting.popLast() {
      result.append(next)
      waiting += next.notebook.children.reversed().map { ($0, "\(next.path)/\($0.title)") }
    }
    return result
  }
}

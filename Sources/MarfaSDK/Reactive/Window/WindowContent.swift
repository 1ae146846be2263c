/// What a window has read: a run of rows, and what surrounds them.
struct WindowContent: Hashable, Sendable {
  /// The place of the first row in the whole list, from 0.
  var first = 0
  /// The rows read, in order: those in view and a margin on either side.
  var rows: [WindowRow] = []
  /// How many rows the whole list has.
  var count = 0
  /// The id of the item that was selected when the read began, which `selectionIndex` and
  /// `departed` are about.
  var selectionId: String?
  /// The id under which the window knew that item; nil where it is the same.
  var formerSelectionId: String?
  /// Where the selected item is in the whole list; nil when none is selected or it has left.
  var selectionIndex: Int?
  /// The selected item if it has left the list, and the place where it would be.
  var departed: Departed?
  /// The number of rows above those that were at the top when the top was last in view.
  var newAbove = 0
  /// How far the rows in view have moved down the list since the read that this one replaced.
  var shift = 0
  /// Where the view must go, when the read decided it.
  var target: Range<Int>?
  /// Whether a better order of the same rows is still to be read.
  var isProvisional = false
  /// Whether there are more hits than the list has, which are still to be read.
  var isCutOff = false

  /// An item that has left the list.
  struct Departed: Hashable, Sendable {
    /// It, as it is now.
    var row: WindowRow
    /// The place before which it would be.
    var index: Int
  }

  /// The places of the rows read.
  var loaded: Range<Int> { first..<first + rows.count }

  /// The row at a place, if it was read.
  subscript(index: Int) -> WindowRow? {
    loaded.contains(index) ? rows[index - first] : nil
  }

  /// The place of an item among the rows read.
  func index(of id: String) -> Int? {
    rows.firstIndex { $0.row.id == id }.map { $0 + first }
  }
}

/// The selected item of a window.
struct WindowSelection: Hashable, Sendable {
  /// Its id.
  var id: String
  /// It, as it was last read; nil before that.
  var row: WindowRow?
  /// Where it was then, to count from the nearer end.
  var index: Int?
}

/// What a read of a window found.
enum WindowReading: Sendable {
  /// The change did not matter, so nothing was fetched.
  case unaffected
  /// What the window holds from now on.
  case content(WindowContent)
}

/// What a window wants to read.
struct WindowRequest: Sendable {
  /// What the view asks for.
  enum Target: Hashable, Sendable {
    /// The same rows in the same place of the view, wherever they are now.
    case stay
    /// These places.
    case range(Range<Int>)
    /// The first rows.
    case top
    /// The last rows.
    case bottom
    /// The rows around an item.
    case item(String)
  }

  /// What the view asks for.
  var target = Target.stay
  /// The places in view.
  var visible: Range<Int>
  /// How many rows to read beyond those in view, on either side.
  var margin: Int
  /// What was read before; nil the first time.
  var content: WindowContent?
  /// The selected item.
  var selection: WindowSelection?
  /// The first row when the top was last in view.
  var topMark: ListPosition?
}

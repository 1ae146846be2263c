import NoteFiles
import TerminalDriver

extension CellPicture.Colors {
  /// Those of a terminal; nil without colours.
  init?(_ depth: ColorDepth) {
    switch depth {
    case .monochrome: return nil
    case .ansi16: self = .sixteen
    case .indexed256: self = .indexed
    case .trueColor: self = .all
    }
  }
}

import NoteFiles
import NoteReading

/// The images of the shown note as half blocks, for terminals that take no pictures.
@MainActor package final class NoteCellPictures {
  /// An image of a size.
  package struct Place: Hashable, Sendable {
    package var path: String
    package var area: PictureArea

    /// An image of a file in a number of cells.
    package init(path: String, area: PictureArea) { (self.path, self.area) = (path, area) }
  }

  /// How many are kept.
  private static let most = 32

  private var made: [Place: CellPicture] = [:]
  private var asked: Set<Place> = []
  private var making: Task<Void, Never>?

  /// Nothing is made yet.
  package init() {}

  /// What was made of an image; nil while it is not.
  package subscript(place: Place) -> CellPicture? { made[place] }

  /// Has the images made that are new.
  ///
  /// - Parameters:
  ///   - places: The images.
  ///   - colors: The colours that the terminal shows.
  ///   - environment: The process's variables.
  ///   - arrived: Called for each that was made.
  package func look(
    for places: [Place], _ colors: CellPicture.Colors, _ environment: [String: String],
    arrived: @escaping @MainActor () -> Void
  ) {
    let new = places.filter { asked.insert($0).inserted }
    guard !new.isEmpty else { return }
    making = Task { [weak self, before = making] in
      await before?.value
      for place in new {
        let picture = await CellPicture.make(
          of: place.path, columns: place.area.columns, rows: place.area.rows, colors: colors,
          environment: environment)
        guard let self, let picture else { continue }
        keep(picture, for: place)
        arrived()
      }
    }
  }

  /// Waits until nothing is being made.
  package func finish() async { await making?.value }

  private func keep(_ picture: CellPicture, for place: Place) {
    if made.count >= Self.most { (made, asked) = ([:], [place]) }
    made[place] = picture
  }
}

import NoteFiles
import NoteReading

/// The images of the shown note as another program draws them, for terminals that do not take them
/// as they are.
@MainActor package final class DrawnPictures {
  /// An image of a size, drawn in a form.
  package struct Place: Hashable, Sendable {
    package var path: String
    package var area: PictureArea
    package var form: DrawnPicture.Form

    /// An image of a file in a number of cells.
    package init(path: String, area: PictureArea, form: DrawnPicture.Form) {
      (self.path, self.area, self.form) = (path, area, form)
    }
  }

  /// How many are kept.
  private static let most = 32
  /// How many bytes of them are kept.
  private static let mostBytes = 32 << 20

  private var made: [Place: DrawnPicture] = [:]
  private var asked: Set<Place> = []
  private var making: Task<Void, Never>?

  /// Nothing is made yet.
  package init() {}

  /// What was made of an image; nil while it is not.
  package subscript(place: Place) -> DrawnPicture? { made[place] }

  /// Has the images made that are new.
  ///
  /// - Parameters:
  ///   - places: The images.
  ///   - environment: The process's variables.
  ///   - arrived: Called for each that was made.
  package func look(
    for places: [Place], _ environment: [String: String], arrived: @escaping @MainActor () -> Void
  ) {
    let new = places.filter { asked.insert($0).inserted }
    guard !new.isEmpty else { return }
    making = Task { [weak self, before = making] in
      await before?.value
      for place in new {
        let picture = await DrawnPicture.make(
          of: place.path, columns: place.area.columns, rows: place.area.rows, as: place.form,
          environment: environment)
        guard let self, let picture else { continue }
        keep(picture, for: place)
        arrived()
      }
    }
  }

  /// Waits until nothing is being made.
  package func finish() async { await making?.value }

  private func keep(_ picture: DrawnPicture, for place: Place) {
    let bytes = made.values.reduce(picture.byteCount) { $0 + $1.byteCount }
    if made.count >= Self.most || bytes > Self.mostBytes { (made, asked) = ([:], [place]) }
    made[place] = picture
  }
}

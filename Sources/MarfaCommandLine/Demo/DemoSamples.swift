import Foundation

/// The notebook that a demo begins with.
enum DemoSamples {
  /// The note in which the second device says what it does.
  static let log = "What the laptop does"

  /// The files by their paths: Markdown, and a picture.
  static let files: [String: [UInt8]] = [
    "Start here.md": Array(
      """
      This is a demo: a server runs on this machine, and a second device, “the laptop”, works in the \
      same notebook. Watch the list and the status at the bottom, and read along in [[\(log)]].

      - [ ] press `Enter` on a note, `Esc` to come back
      - [ ] type in a note with `i`; the laptop gets it as you type
      - [ ] press `Space s` to see what waits for the server
      - [ ] press `/` and search, `?` for all keys
      - [ ] watch a file go: `U` shows it, and the bar at the bottom
      - [ ] leave with `q` (in your own notes it is `Q`); everything here is thrown away then

      """.utf8),
    "\(log).md": Array(
      "The laptop writes a line for each thing that it does. What you can do: [[Start here]].\n\n"
        .utf8),
    "Shopping.md": Array("- [ ] rye flour\n- [ ] oats\n- [x] salt\n".utf8),
    "Birds/Field notes.md": Array(
      """
      Morning at the north hide, wind from the west. Three pairs, one carrying nest material to the \
      reed edge. #birds

      ![[wren.png]]

      > Sings before light.

      See [[Ring records]].

      """.utf8),
    "Birds/Ring records.md": Array(
      "| ring | bird | where |\n| --- | --- | --- |\n| B41 | wren | north hide |\n\n#birds\n".utf8),
    "Birds/wren.png": picture,
    "Kitchen/Rye bread.md": Array(
      "500 g rye flour\n10 g salt\nBake for 50 minutes.\n\nAfter [[Shopping]]. #baking\n".utf8),
  ]

  /// A red square of eight by eight pixels.
  private static let picture = [UInt8](
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAA"
        + "AElFTkSuQmCC"
    ) ?? Data())
}

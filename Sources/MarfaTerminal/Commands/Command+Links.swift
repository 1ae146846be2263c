extension Command {
  /// Links in notes, and the way back.
  static var links: [Command] {
    [
      Command("link.next", "Go to the next link", .links) { $0.workspace.note.selectLink(.next) },
      Command("link.previous", "Go to the previous link", .links) {
        $0.workspace.note.selectLink(.previous)
      },
      Command("link.follow", "Follow the link", .links) { $0.followLink() },
      Command("find.next", "Go to the next hit; without hits, a new note", .links) {
        $0.goToHit(.next)
      },
      Command(
        "find.previous", "Go to the previous hit; without hits, a note from a template", .links
      ) {
        $0.goToHit(.previous)
      },
      Command(
        "jump.back", "Go back to where you were", .links,
        when: { $0.jumps.canGoBack ? .available : .unavailable("There is nowhere to go back to.") }
      ) { $0.jumpBack() },
      Command(
        "jump.forward", "Go forward again", .links,
        when: {
          $0.jumps.canGoForward ? .available : .unavailable("There is nowhere to go forward to.")
        }
      ) { $0.jumpForward() },
    ]
  }
}

extension Command {
  /// Links in notes, and the way back.
  static var links: [Command] {
    [
      Command("link.next", "Go to the next link", .links) { $0.workspace.note.selectLink(.next) },
      Command("link.previous", "Go to the previous link", .links) {
        $0.workspace.note.selectLink(.previous)
      },
      Command("link.follow", "Follow the link", .links) { $0.links.followSelected() },
      Command("find.next", "Go to the next hit; without hits, a new note", .links) {
        $0.links.goToHit(.next)
      },
      Command(
        "find.previous", "Go to the previous hit; without hits, a note from a template", .links
      ) {
        $0.links.goToHit(.previous)
      },
      Command(
        "jump.back", "Go back to where you were", .links,
        when: {
          $0.context.memory.jumps.canGoBack
            ? .available : .unavailable("Nowhere to go back to.")
        }
      ) { $0.navigation.jumpBack() },
      Command(
        "jump.forward", "Go forward again", .links,
        when: {
          $0.context.memory.jumps.canGoForward
            ? .available : .unavailable("Nowhere to go forward to.")
        }
      ) { $0.navigation.jumpForward() },
    ]
  }
}

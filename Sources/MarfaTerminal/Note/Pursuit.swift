import NoteEditing

/// To whom the cursor goes in a note that others are in, by their ids.
struct Pursuit {
  /// The person whose caret the cursor follows.
  var followed: String?
  /// The person to whom it goes once it is known where they are.
  var sought: String?
  /// Fades those who become idle.
  var fading: (any ScheduledAction)?

  /// The person to go to now.
  var wanted: String? { sought ?? followed }
}

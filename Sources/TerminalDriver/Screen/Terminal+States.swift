extension Terminal {
  /// Who has the terminal.
  enum Holder {
    /// This program: it draws, and reads what is typed.
    case program
    /// Somebody else: a child program, or the shell while this process is stopped or ends its work.
    case other
    /// Nobody, for good: it has been given back.
    case nobody
  }

  /// How far the process is on the way to its end; it only goes forward.
  enum Ending: Comparable {
    /// Nobody has asked for it.
    case none
    /// A signal has: the process does not stop any more, since it would not end before it goes on.
    case asked
    /// The program knows of it, and stores what is to be stored.
    case begun
  }
}

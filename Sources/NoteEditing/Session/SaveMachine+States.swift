/// The events, actions and states of a text being stored.
extension SaveMachine {
  /// What happened.
  package enum Event: Hashable, Sendable {
    /// The person changed the text.
    case typed
    /// The text is wanted in the store now: typing rests, or the note is left.
    case rested
    /// The time of a timer is over.
    case elapsed(Timer)
    /// The person is here, and may have made room in the store.
    case returned
    /// The store has the text of the save; milliseconds that it took.
    case stored(milliseconds: Int)
    /// The store refused the text of the save.
    case refused
    /// The store has another text than the save was made on.
    case conflicted
    /// Another text arrived from elsewhere.
    case arrived
    /// What arrived is part of the text; whether that differs from the store's now.
    case merged(differs: Bool)
    /// The text is in the file.
    case fileKept
    /// The person has taken the very text out of its file.
    case fileTaken
    /// The file system refused the file.
    case fileRefused
    /// The text is wanted in its file now, as before the end.
    case fileWanted
    /// The screen reports that the note was removed.
    case removed
    /// The note is there again, or is not on the screen any more.
    case found
    /// The text is kept elsewhere: it is not stored any more.
    case abandoned
  }

  /// What must be done, in order.
  package enum Action: Hashable, Sendable {
    /// Store the text as it is now.
    case store
    /// Merge what arrived from elsewhere into the text.
    case merge
    /// Start a timer, in place of the same one; milliseconds.
    case wait(Timer, milliseconds: Int)
    /// Stop a timer.
    case stop(Timer)
    /// Put the text into its file; whether something was typed since that was last done.
    case keepFile(isNew: Bool)
    /// Remove the file.
    case removeFile
    /// Report to the person.
    case report(Report)
  }

  /// Timers, each of which runs once at most at a time.
  package enum Timer: Hashable, Sendable, CaseIterable {
    /// Until typing rests.
    case rest
    /// Until the text is stored though typing goes on.
    case pause
    /// Until the file has what was typed since it was written.
    case file
  }

  /// A message for the person.
  package enum Report: Hashable, Sendable {
    /// The store's reason.
    case refusal
    /// The file system's reason, if it refused the file: the store's is known.
    case fileFault
  }

  /// How soon a text is stored.
  package enum Pace: Hashable, Sendable {
    /// When typing rests: nobody waits for it.
    case alone
    /// At once: others see it.
    case shared
    /// Before the key's own frame: nothing is to be lost on the way to others.
    case urgent
  }

  /// What the store has of the text.
  package enum State: Hashable, Sendable {
    /// All of it.
    case stored
    /// Not what was changed last.
    case changed
    /// A save is under way.
    case storing(Meanwhile)
    /// A merge is under way, which stores nothing by itself.
    case merging(Meanwhile)
    /// Nothing is stored any more.
    case abandoned
  }

  /// What happened while a save or a merge was under way.
  package struct Meanwhile: Hashable, Sendable {
    /// Whether the text changed since it began, and whether it is to be stored after it.
    package enum Text: Hashable, Sendable {
      case unchanged, changed, wanted
    }

    /// What became of the text.
    package var text = Text.unchanged
    /// Whether something arrived from elsewhere.
    package var hasArrival = false

    /// Nothing so far, unless given.
    package init(text: Text = .unchanged, hasArrival: Bool = false) {
      self.text = text
      self.hasArrival = hasArrival
    }
  }

  /// What the file of a refused text has.
  package enum File: Hashable, Sendable {
    /// There is none.
    case none
    /// The text as it is.
    case current
    /// An older text, or none because the file system refused it.
    case older
    /// It is being written; whether the text changed since that began.
    case writing(isOlder: Bool)
  }
}

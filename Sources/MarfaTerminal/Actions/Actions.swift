import TerminalLayers

/// What the person can do, by subject: each is a value over what it needs.
@MainActor package struct Actions {
  let context: Context
  let workspace: Workspace
  let layers: Compositor
  package let quitting: Quitting

  /// The component that keys go to.
  var focused: any Component { layers.top ?? workspace.focusedComponent }

  var boxes: Boxes { Boxes(context: context, layers: layers) }

  // MARK: - Notes

  var creation: NoteCreation {
    NoteCreation(context: context, workspace: workspace, boxes: boxes)
  }

  package var editing: EditingActions {
    EditingActions(context: context, workspace: workspace, boxes: boxes)
  }

  var notes: NoteActions { NoteActions(context: context, workspace: workspace, boxes: boxes) }

  var tags: TagActions { TagActions(context: context, workspace: workspace, boxes: boxes) }

  package var tagNames: TagNameActions {
    TagNameActions(context: context, workspace: workspace, boxes: boxes)
  }

  var notebooks: NotebookActions {
    NotebookActions(context: context, workspace: workspace, boxes: boxes)
  }

  var custom: CustomActions {
    CustomActions(context: context, workspace: workspace, boxes: boxes)
  }

  var sources: SourceActions {
    SourceActions(context: context, workspace: workspace, boxes: boxes, tagNames: tagNames)
  }

  package var copying: CopyActions {
    CopyActions(context: context, workspace: workspace, boxes: boxes)
  }

  var views: NoteViews {
    NoteViews(context: context, workspace: workspace, boxes: boxes, navigation: navigation)
  }

  var history: HistoryActions { HistoryActions(context: context, workspace: workspace) }

  package var files: AttachmentActions {
    AttachmentActions(context: context, workspace: workspace, boxes: boxes)
  }

  // MARK: - Going somewhere

  package var navigation: Navigation { Navigation(context: context, workspace: workspace) }

  var links: LinkActions {
    LinkActions(
      context: context, workspace: workspace, boxes: boxes, navigation: navigation,
      creation: creation, files: files)
  }

  var searches: SearchActions {
    SearchActions(context: context, workspace: workspace, boxes: boxes, navigation: navigation)
  }

  // MARK: - The server

  var conflicts: ConflictActions {
    ConflictActions(context: context, workspace: workspace, boxes: boxes)
  }

  var sync: SyncActions {
    SyncActions(
      context: context, workspace: workspace, boxes: boxes, navigation: navigation,
      conflicts: conflicts)
  }

  package var people: PeopleActions {
    PeopleActions(context: context, workspace: workspace, boxes: boxes)
  }

  var server: ServerViews { ServerViews(context: context, workspace: workspace, boxes: boxes) }

  // MARK: - The application

  var themes: ThemeActions { ThemeActions(context: context, boxes: boxes) }

  package var session: SessionActions {
    SessionActions(context: context, workspace: workspace, boxes: boxes, navigation: navigation)
  }

  var leaving: Leaving { Leaving(context: context, workspace: workspace, boxes: boxes) }
}

extension OperationControls {
  /// The same controls for a controller that knows the state without its default.
  ///
  /// A base value that the state with a default cannot hold, that is nil, resets nothing and is
  /// written as the default.
  func base<Base: DefaultableOperationState>() -> OperationControls<Base>
  where State == DefaultOperationState<Base> {
    let target = target
    return OperationControls<Base>(
      path: path,
      target: OperationControls<Base>.Target(
        state: { target.state()?.base },
        context: target.context,
        isStale: target.isStale,
        subscriberCount: target.subscriberCount,
        canYieldRerun: target.canYieldRerun,
        setResult: { result, context in
          guard let state = target.state() else { return false }
          return target.setResult(result.map { state.defaulted($0) }, context)
        },
        reset: target.reset,
        withExclusiveAccess: { body in
          target.withExclusiveAccess { view in
            var base = OperationStoreView(state: view.state.base, context: view.context)
            body(&base)
            if base.isContextChanged { view.context = base.context }
            for write in base.writes {
              view.setResult(to: write.map(view.state.defaulted))
            }
          }
        },
        rerun: target.rerun,
        observeSubscriberCount: target.observeSubscriberCount),
      initialContext: initialContext)
  }
}

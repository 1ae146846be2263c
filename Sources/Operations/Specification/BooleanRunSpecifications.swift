/// Holds while its operand does not.
public struct NotRunSpecification<Operand: OperationRunSpecification>: OperationRunSpecification {
  let operand: Operand

  /// Whether the operand does not hold.
  public func isSatisfied(in context: OperationContext) -> Bool {
    !operand.isSatisfied(in: context)
  }

  /// Subscribes to the operand.
  public func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    operand.subscribe(in: context, onChange: onChange)
  }
}

/// Holds while both operands do.
public struct AndRunSpecification<
  Left: OperationRunSpecification, Right: OperationRunSpecification
>: OperationRunSpecification {
  let left: Left
  let right: Right

  /// Whether both operands hold.
  public func isSatisfied(in context: OperationContext) -> Bool {
    left.isSatisfied(in: context) && right.isSatisfied(in: context)
  }

  /// Subscribes to both operands.
  public func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    .combined(
      left.subscribe(in: context, onChange: onChange),
      right.subscribe(in: context, onChange: onChange))
  }
}

/// Holds while at least one operand does.
public struct OrRunSpecification<
  Left: OperationRunSpecification, Right: OperationRunSpecification
>: OperationRunSpecification {
  let left: Left
  let right: Right

  /// Whether at least one operand holds.
  public func isSatisfied(in context: OperationContext) -> Bool {
    left.isSatisfied(in: context) || right.isSatisfied(in: context)
  }

  /// Subscribes to both operands.
  public func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    .combined(
      left.subscribe(in: context, onChange: onChange),
      right.subscribe(in: context, onChange: onChange))
  }
}

/// A condition that holds while the given one does not.
public prefix func ! <Operand: OperationRunSpecification>(
  operand: Operand
) -> NotRunSpecification<Operand> {
  NotRunSpecification(operand: operand)
}

/// A condition that holds while both given ones do.
public func && <Left: OperationRunSpecification, Right: OperationRunSpecification>(
  left: Left, right: Right
) -> AndRunSpecification<Left, Right> {
  AndRunSpecification(left: left, right: right)
}

/// A condition that holds while at least one of the given ones does.
public func || <Left: OperationRunSpecification, Right: OperationRunSpecification>(
  left: Left, right: Right
) -> OrRunSpecification<Left, Right> {
  OrRunSpecification(left: left, right: right)
}

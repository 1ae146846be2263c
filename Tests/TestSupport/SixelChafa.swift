/// A program in the place of chafa, which takes cells to be 8 by 8 pixels as its version 1.12 does.
public enum SixelChafa {
  /// The text of the program.
  public static let script = #"""
    #!/bin/sh
    for argument; do case "$argument" in --size=*) size="${argument#--size=}" ;; esac; done
    printf '\033P0;1;0q"1;1;%d;%d#0;2;0;0;0~-\033\134' \
      $((${size%x*} * 8)) $((${size#*x} * 8 / 6 * 6))
    """#
}

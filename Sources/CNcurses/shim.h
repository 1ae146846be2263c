// What Swift cannot import from ncurses: macros, mutable globals and variadic functions.
#ifndef MARFA_CNCURSES_SHIM_H
#define MARFA_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
// term.h defines names of capabilities as macros; these clash with ordinary words.
#undef lines
#undef columns
#undef tab
#undef bell

static inline WINDOW *marfa_stdscr(void) { return stdscr; }
static inline WINDOW *marfa_curscr(void) { return curscr; }
static inline int marfa_colors(void) { return COLORS; }
static inline int marfa_color_pairs(void) { return COLOR_PAIRS; }

static inline attr_t marfa_attr_bold(void) { return WA_BOLD; }
static inline attr_t marfa_attr_dim(void) { return WA_DIM; }
static inline attr_t marfa_attr_italic(void) { return WA_ITALIC; }
static inline attr_t marfa_attr_underline(void) { return WA_UNDERLINE; }
static inline attr_t marfa_attr_reverse(void) { return WA_REVERSE; }

// The C library declares it for X/Open programs only.
extern int wcwidth(wchar_t character);
static inline int marfa_wcwidth(wchar_t character) { return wcwidth(character); }

// Fills one cell from at most CCHARW_MAX wide characters, the first of which has a width.
static inline void marfa_set_cell(
    cchar_t *cell, const wchar_t *text, int count, attr_t attributes, int pair) {
  wchar_t copy[CCHARW_MAX + 1];
  int length = count < CCHARW_MAX ? count : CCHARW_MAX;
  for (int index = 0; index < length; index++) copy[index] = text[index];
  copy[length] = L'\0';
  setcchar(cell, copy, attributes, 0, &pair);
}

#endif

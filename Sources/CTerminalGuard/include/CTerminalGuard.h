#ifndef MARFA_CTERMINALGUARD_H
#define MARFA_CTERMINALGUARD_H

#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

// The guard: gives the terminal back when the process dies of a fatal signal.

/// Installs the handlers of crashes, timers and limits on a stack of their own, and an exit handler; later calls do nothing. Returns 0, or -1 with errno set.
int marfa_guard_install(void);

/// Remembers what restores the terminal: the modes and the bytes (at most 512 are kept). What is
/// written to standard error, if that is a terminal, is kept from now on and told afterwards.
void marfa_guard_arm(int terminal, const struct termios *modes, const char *bytes, size_t count);

/// Forgets it: the terminal has been given back, or belongs to a child. Messages are told.
void marfa_guard_disarm(void);

/// Gives the terminal back now, if armed and in the foreground, tells messages, and disarms; safe in
/// a handler.
void marfa_guard_restore(void);

// The signal pipe: turns signals into bytes that an event loop reads.

/// Opens the pipe once and returns its reading end, which does not block, or -1.
int marfa_signal_pipe(void);

/// From now on the signal writes its number to the pipe, as one byte. Returns 0 or -1.
int marfa_signal_pipe_add(int signal_number);

// Foreground programs.

/// Starts a program in a process group of its own that owns the terminal, with the terminal as
/// its standard input, output and error, and every signal at its default action.
///
/// The program is looked for along PATH. Returns 0 and sets *child, or an error number.
int marfa_spawn_foreground(
    int terminal, char *const arguments[], char *const environment[], pid_t *child);

/// Makes a process group own the terminal, also when the caller is in the background.
int marfa_set_foreground(int terminal, pid_t group);

/// What waitpid reported: whether the child still runs, is stopped, exited or was killed.
enum { MARFA_CHILD_RUNNING, MARFA_CHILD_STOPPED, MARFA_CHILD_EXITED, MARFA_CHILD_KILLED };

/// Asks for news of a child without waiting; *detail is the exit code or signal number.
int marfa_child_state(pid_t child, int *detail);

// Catching what ncurses writes.

/// A new file in memory, closed in programs that are started, or -1.
int marfa_memory_file(void);

/// Makes a descriptor another name of a target, closed in programs that are started. Returns the
/// descriptor, or -1, and then it is as before.
int marfa_redirect(int descriptor, int target);

#endif

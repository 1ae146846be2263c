// Gives the terminal back on fatal signals. Everything reachable from the handler is on the list
// of async-signal-safe functions of signal-safety(7).
#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Crashes, and whatever else ends a process that says nothing of it; see signal(7).
static const int fatal_signals[] = {SIGSEGV,   SIGBUS,  SIGILL,  SIGTRAP, SIGFPE,
                                    SIGABRT,   SIGSYS,  SIGXCPU, SIGXFSZ, SIGALRM,
                                    SIGVTALRM, SIGPROF, SIGUSR2};
enum { fatal_count = sizeof fatal_signals / sizeof *fatal_signals, stack_size = 65536 };

static volatile sig_atomic_t is_armed = 0;
static int is_installed = 0;
static int guarded_terminal = -1;
static struct termios guarded_modes;
static char guarded_bytes[512];
static size_t guarded_count = 0;
static struct sigaction previous_actions[fatal_count];
static char handler_stack[stack_size];

// Standard error while the terminal is ours: a file in memory, and where it led before.
static int messages = -1;
static int standard_error = -1;

// What is written to the terminal while the screen is ours spoils it, and is gone with it.
static void keep_messages(void) {
  if (standard_error >= 0 || !isatty(STDERR_FILENO)) return;
  if (messages < 0) messages = marfa_memory_file();
  if (messages < 0) return;
  standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (standard_error >= 0) dup2(messages, STDERR_FILENO);
}

static void tell_messages(void) {
  if (standard_error < 0) return;
  dup2(standard_error, STDERR_FILENO);
  close(standard_error);
  standard_error = -1;
  char bytes[1024];
  lseek(messages, 0, SEEK_SET);
  ssize_t count;
  while ((count = read(messages, bytes, sizeof bytes)) > 0)
    if (write(STDERR_FILENO, bytes, (size_t)count) < 0) break;
  if (ftruncate(messages, 0) == 0) lseek(messages, 0, SEEK_SET);
}

static void restore_terminal(void) {
  size_t written = 0;
  while (written < guarded_count) {
    ssize_t count =
        write(guarded_terminal, guarded_bytes + written, guarded_count - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += (size_t)count;
  }
  // In the shell's modes a Ctrl-s that was typed ahead would stop the messages.
  struct termios flowing = guarded_modes;
  flowing.c_iflag &= ~(tcflag_t)IXON;
  tcsetattr(guarded_terminal, TCSANOW, &flowing);
  tell_messages();
  tcsetattr(guarded_terminal, TCSANOW, &guarded_modes);
}

void marfa_guard_restore(void) {
  if (!is_armed) return;
  is_armed = 0;
  // In the background the terminal belongs to another job; it is not ours to change.
  if (tcgetpgrp(guarded_terminal) == getpgrp())
    restore_terminal();
  else
    tell_messages();
}

static void handle_fatal(int signal_number) {
  int saved = errno;
  marfa_guard_restore();
  // Whoever was there before us, such as a crash reporter, sees the signal next.
  for (int index = 0; index < fatal_count; index++)
    if (fatal_signals[index] == signal_number)
      sigaction(signal_number, &previous_actions[index], NULL);
  errno = saved;
  raise(signal_number);
  // A crash reporter returns and expects the fault to happen again. A signal that another process
  // sent does not; without its screen the program cannot go on.
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

int marfa_guard_install(void) {
  if (is_installed) return 0;
  is_installed = 1;
  // The alternate stack belongs to this thread only; it lets a stack overflow be handled.
  stack_t stack = {.ss_sp = handler_stack, .ss_size = stack_size, .ss_flags = 0};
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE))
    sigaltstack(&stack, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle_fatal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < fatal_count; index++)
    if (sigaction(fatal_signals[index], &action, &previous_actions[index]) != 0) return -1;
  return atexit(marfa_guard_restore) == 0 ? 0 : -1;
}

void marfa_guard_arm(int terminal, const struct termios *modes, const char *bytes, size_t count) {
  is_armed = 0;
  guarded_terminal = terminal;
  guarded_modes = *modes;
  guarded_count = count < sizeof guarded_bytes ? count : sizeof guarded_bytes;
  memcpy(guarded_bytes, bytes, guarded_count);
  keep_messages();
  is_armed = 1;
}

void marfa_guard_disarm(void) {
  is_armed = 0;
  tell_messages();
}

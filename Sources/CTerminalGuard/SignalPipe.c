// Signals as bytes in a pipe (the self-pipe of D. J. Bernstein). Unlike an ignored signal with a
// signalfd, a handled one goes back to its default action in a program that is started.
#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int ends[2] = {-1, -1};

static void handle(int signal_number) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal_number;
  // A full pipe already holds a signal that will wake the loop.
  ssize_t ignored = write(ends[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

int marfa_signal_pipe(void) {
  if (ends[0] < 0 && pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
  return ends[0];
}

int marfa_signal_pipe_add(int signal_number) {
  if (marfa_signal_pipe() < 0) return -1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal_number, &action, NULL) != 0) return -1;
  // A parent may have left it blocked.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal_number);
  return sigprocmask(SIG_UNBLOCK, &signals, NULL);
}

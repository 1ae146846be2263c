// Programs that borrow the terminal, such as an editor.
#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int marfa_set_foreground(int terminal, pid_t group) {
  sigset_t blocked, previous;
  sigemptyset(&blocked);
  // A background process that calls tcsetpgrp is stopped by SIGTTOU unless it blocks it.
  sigaddset(&blocked, SIGTTOU);
  sigprocmask(SIG_BLOCK, &blocked, &previous);
  int result = tcsetpgrp(terminal, group);
  sigprocmask(SIG_SETMASK, &previous, NULL);
  return result;
}

int marfa_spawn_foreground(
    int terminal, char *const arguments[], char *const environment[], pid_t *child) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  error = posix_spawn_file_actions_init(&actions);
  if (error != 0) {
    posix_spawnattr_destroy(&attributes);
    return error;
  }
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawn_file_actions_addtcsetpgrp_np(&actions, terminal);
  for (int descriptor = 0; descriptor < 3; descriptor++)
    posix_spawn_file_actions_adddup2(&actions, terminal, descriptor);
  error = posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int marfa_child_state(pid_t child, int *detail) {
  int status = 0;
  pid_t result = waitpid(child, &status, WNOHANG | WUNTRACED);
  *detail = 0;
  if (result == 0 || (result < 0 && errno == EINTR)) return MARFA_CHILD_RUNNING;
  if (result < 0) return MARFA_CHILD_EXITED;
  if (WIFSTOPPED(status)) {
    *detail = WSTOPSIG(status);
    return MARFA_CHILD_STOPPED;
  }
  if (WIFSIGNALED(status)) {
    *detail = WTERMSIG(status);
    return MARFA_CHILD_KILLED;
  }
  *detail = WEXITSTATUS(status);
  return MARFA_CHILD_EXITED;
}

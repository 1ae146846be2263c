#pragma once

/// The number of open files that a process of tests asks for.
static const unsigned long marfa_test_open_files = 16384;

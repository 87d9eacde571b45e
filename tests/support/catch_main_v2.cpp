// SPDX-License-Identifier: Apache-2.0
// The main program of every test with Catch2 version 2, compiled once.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

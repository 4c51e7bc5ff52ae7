#pragma once

// Marks a function over many numbers: the compiler builds it for three generations of processors, and the loader picks one at program
// start. Sanitizers replace the start-up code that picks, so their builds have a single version.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) \
    && !defined(__SANITIZE_THREAD__)
#define LENSBOARD_VECTORISED __attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default"), optimize("O3")))
#else
#define LENSBOARD_VECTORISED
#endif

#pragma once

// For a function over many numbers: one source, compiled for three generations of processors, the right one picked when
// the program loads. Sanitizers replace the start-up code that picks, so there is one there.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) \
    && !defined(__SANITIZE_THREAD__)
#define LENSBOARD_VECTORISED __attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default"), optimize("O3")))
#else
#define LENSBOARD_VECTORISED
#endif

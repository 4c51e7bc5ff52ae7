#pragma once

#include <QTest>

#include <chrono>

namespace lensboard::test {

/// For what other threads and processes do: a limit for what hangs, not for what is slow on a busy machine.
inline constexpr std::chrono::milliseconds kPatience{120000};
inline constexpr int kPatienceMs = kPatience.count();

} // namespace lensboard::test

// Qt's own patience is five seconds.
#undef QTRY_VERIFY
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, ::lensboard::test::kPatienceMs)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, ::lensboard::test::kPatienceMs)

#pragma once

#include <QTest>

#include <chrono>

namespace lensboard::test {

/// Timeout for other threads and processes. Long enough for a busy machine; only hangs reach it.
inline constexpr std::chrono::milliseconds kPatience{120000};
inline constexpr int kPatienceMs = kPatience.count();

} // namespace lensboard::test

// Qt's default timeout is five seconds.
#undef QTRY_VERIFY
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, ::lensboard::test::kPatienceMs)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, ::lensboard::test::kPatienceMs)

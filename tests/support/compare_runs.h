#pragma once

#include "tests/support/made_run.h"

#include <QTest>

namespace lensboard::test {

/// Compares tags, series, events and frames, but not the run's info.
inline void compareContents(const store::Run &actual, const store::Run &expected)
{
    const store::RunChanges a = whole(actual), b = whole(expected);
    QVERIFY(a.tags == b.tags);
    QVERIFY(a.series == b.series);
    QVERIFY(a.events == b.events);
    const auto actualFrames = frames(actual), expectedFrames = frames(expected);
    QCOMPARE(actualFrames.size(), expectedFrames.size());
    for (std::size_t i = 0; i < actualFrames.size(); ++i)
        QVERIFY2(same(actualFrames[i], expectedFrames[i]), qPrintable(QString("frame %1").arg(i)));
}

} // namespace lensboard::test

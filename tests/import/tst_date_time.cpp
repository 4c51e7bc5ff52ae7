#include "core/import/date_time.h"

#include <QDateTime>
#include <QTest>

using namespace lensboard::imports;

class DateTimeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void datesAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("seconds"); ///< negative: it is no date
        QTest::newRow("UTC") << QByteArray("2025-08-01T12:34:56Z") << 1754051696.0;
        QTest::newRow("micros and zone") << QByteArray("2025-08-01T12:34:56.250000+00:00") << 1754051696.25;
        QTest::newRow("east") << QByteArray("2025-08-01 14:34:56+02:00") << 1754051696.0;
        QTest::newRow("west") << QByteArray("2025-08-01 09:04:56-0330") << 1754051696.0;
        const double local = static_cast<double>(QDateTime(QDate(2025, 8, 1), QTime(12, 34, 56)).toSecsSinceEpoch());
        QTest::newRow("local") << QByteArray("2025-08-01T12:34:56") << local;
        QTest::newRow("of Python's logs") << QByteArray("2025-08-01 12:34:56,125") << local + 0.125;
        for (const char *wrong : {"", "2025", "2025-08-01", "2025-13-01T00:00:00", "2025-02-30T00:00:00", "2025-08-01T24:00:00", "2025-08-01T12:34:56x",
                                  "2025-08-01T12:34:56+", "20250801T123456", "-025-08-01T12:34:56", "2025-08-01T12:34"})
            QTest::newRow(wrong) << QByteArray(wrong) << -1.0;
    }

    void datesAreRead()
    {
        QFETCH(QByteArray, text);
        QTEST(secondsOfDate(text.toStdString()).value_or(-1), "seconds");
    }
};

QTEST_GUILESS_MAIN(DateTimeTest)
#include "tst_date_time.moc"

#include "core/import/tables/date_time.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <ctime>

using namespace lensboard::imports;

class DateTimeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("TZ", "Europe/Berlin");
        tzset();
    }

    void datesAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("seconds"); ///< NaN: no date
        QTest::addColumn<bool>("isLocal");
        const auto row = [](const char *text, double seconds, bool isLocal = false) { QTest::newRow(text) << QString(text) << seconds << isLocal; };
        row("2024-05-31T12:34:56Z", 1717158896);
        row("2024-05-31T12:34:56.250000+00:00", 1717158896.25);
        row("2024-05-31 14:34:56+02:00", 1717158896);
        row("2024-05-31T10:04:56 -0230", 1717158896);
        row("2024-05-31T14:34+02", 1717158840);
        row("2024-05-31 14:34:56", 1717158896, true);
        row("2024-05-31 14:34:56,250", 1717158896.25, true);
        row("2024-01-31 13:34", 1706704440, true);
        row("2024-05-31", 1717106400, true);
        row("1970-01-01T00:00:00Z", 0);
        for (const char *wrong : {"2024-02-30", "2024-13-01T00:00:00", "2024-05-31T24:00:00", "2024-05-31T12", "2024-05-31T12:34:56.Z", "2024-05-31Z",
                                  "2024-05-31T12:34:56+", "2024-05-31T12:34:56x", "2024-05-31 12:34:56 CET", "20240531T123456",
                                  "-024-05-31T12:34:56", "2024", "31.05.2024", "1717158896", ""})
            row(wrong, NAN);
    }

    void datesAreRead()
    {
        QFETCH(QString, text);
        const auto date = dateTime(text.toStdString());
        QTEST(date ? date->wallSeconds : NAN, "seconds");
        QTEST(date && date->isLocalTime, "isLocal");
    }
};

LENSBOARD_TEST(DateTimeTest)
#include "tst_date_time.moc"

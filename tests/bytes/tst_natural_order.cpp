#include "core/bytes/natural_order.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lensboard;

/// The order of names in tables.
class NaturalOrderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreSorted_data()
    {
        QTest::addColumn<QStringList>("sorted");
        QTest::newRow("whole numbers") << QStringList{"seed=1", "seed=2", "seed=10", "seed=10,lr=1", "seed=11"};
        QTest::newRow("decimals") << QStringList{"lr=0.001", "lr=0.05", "lr=0.1", "lr=0.5", "lr=1", "lr=1.5", "lr=10"};
        QTest::newRow("exponents") << QStringList{"lr=1e-5", "lr=1e-4", "lr=0.001", "lr=1e-2", "lr=2e-2", "lr=1e+2"};
        QTest::newRow("no exponents") << QStringList{"2epochs", "3e5f", "10epochs"};
        QTest::newRow("parts of a path") << QStringList{"net.0.9", "net.0.10", "net.1.2"};
        QTest::newRow("versions") << QStringList{"v1.9.2", "v1.10.0"};
        QTest::newRow("zeros in front") << QStringList{"run-01", "run-1", "run-2", "run-010"};
        QTest::newRow("a beginning comes first") << QStringList{"", "a", "a1", "ab"};
        QTest::newRow("bytes otherwise") << QStringList{"B", "a", "ä"};
        QTest::newRow("beyond all doubles") << QStringList{QString(400, '1'), QString(400, '2')};
    }

    void namesAreSorted()
    {
        QFETCH(QStringList, sorted);
        std::vector<std::string> names;
        for (const QString &name : sorted)
            names.push_back(name.toStdString());
        for (std::size_t i = 0; i < names.size(); ++i)
            for (std::size_t j = 0; j < names.size(); ++j)
                QVERIFY2(bytes::isNaturallyBefore(names[i], names[j]) == (i < j), (names[i] + ", " + names[j]).c_str());
    }
};

LENSBOARD_TEST(NaturalOrderTest)
#include "tst_natural_order.moc"

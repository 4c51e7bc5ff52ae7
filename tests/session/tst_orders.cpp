// The queue of orders, without a training.

#include "core/session/orders.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <functional>

using namespace lensboard;
using session::Orders;

class OrdersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Tasks posted faster than they run must not block the training for ever.
    void tasksThatOrderTasksLetTheTrainingGoOn()
    {
        Orders orders({}, {[](bool) {}, [] { return 0; }, [](const auto &, const auto &) { return true; }}, true);
        int done = 0;
        const std::function<void()> again = [&] {
            if (++done < 1000)
                orders.post(again);
        };
        orders.post(again);
        orders.post([&] { done += 10000; });
        QVERIFY(orders.follow());
        QCOMPARE(done, 10001);
        QVERIFY(orders.follow());
        QCOMPARE(done, 10002);
    }
};

LENSBOARD_TEST(OrdersTest)

#include "tst_orders.moc"

#include "core/distributed/replica_check.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>

#include <QTest>

#include <cmath>
#include <limits>

using namespace lensboard;
using distributed::ReplicaCheck;

class ReplicaCheckTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachBitAndItsPlaceCounts()
    {
        for (const std::int64_t size : {1, 7, 8, 9, 1000}) {
            const at::Tensor values = at::randn({size});
            const double sum = distributed::checksum(values);
            QCOMPARE(distributed::checksum(values.clone()), sum);
            QCOMPARE(sum, std::floor(sum));
            QVERIFY(sum >= 0 && sum < std::pow(2, 53));
            for (const std::int64_t place : {std::int64_t{0}, size / 2, size - 1}) {
                at::Tensor other = values.clone();
                float &value = other.data_ptr<float>()[place];
                value = std::nextafter(value, std::numeric_limits<float>::infinity());
                QVERIFY2(distributed::checksum(other) != sum, qPrintable(QString("%1 of %2").arg(place).arg(size)));
            }
        }
        const at::Tensor rising = at::arange(16, at::kFloat);
        QVERIFY(distributed::checksum(rising) != distributed::checksum(rising.flip(0)));
        QVERIFY(distributed::checksum(at::zeros({4})) != distributed::checksum(at::zeros({5})));
        QVERIFY(distributed::checksum(rising.view({4, 4}).t()) == distributed::checksum(rising.view({4, 4}).t().contiguous()));
    }

    void differencesAreNamed()
    {
        const at::Tensor weight = at::randn({3, 3}), bias = at::randn({3}), other = bias.clone();
        other[1] += 1;
        ReplicaCheck first({{"fc.weight", weight}, {"fc.bias", bias}}), second({{"fc.weight", weight.clone()}, {"fc.bias", other}});
        std::vector<double> own, theirs;
        QCOMPARE(first.append(own), std::size_t{2});
        second.append(theirs);
        QCOMPARE(first.differing(own, theirs), std::vector<std::string>{"fc.bias"});
        QVERIFY(first.differing(own, own).empty());
    }

    void largeModelsHaveTurns()
    {
        const at::Tensor large = at::zeros({10'000'000}), changed = large.clone(); // 40 MB
        changed[5] = 1;
        ReplicaCheck first({{"a", large}, {"b", large}, {"c", large}}), second({{"a", large}, {"b", large}, {"c", changed}});
        std::vector<std::string> found;
        for (int turn = 0; turn < 3; ++turn) {
            std::vector<double> own, theirs;
            QCOMPARE(first.append(own), std::size_t{1});
            second.append(theirs);
            for (const std::string &name : first.differing(own, theirs))
                found.push_back(name + std::to_string(turn));
        }
        QCOMPARE(found, std::vector<std::string>{"c2"});
    }
};

QTEST_GUILESS_MAIN(ReplicaCheckTest)
#include "tst_replica_check.moc"

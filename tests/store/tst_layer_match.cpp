#include "core/store/derived/layer_match.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace lensboard;
using store::LayerTraits;

namespace {

/// "conv1:Conv2d:3x3 fc:Linear" and so on.
std::vector<LayerTraits> layers(const QString &text)
{
    std::vector<LayerTraits> layers;
    for (const QString &each : text.split(' ', Qt::SkipEmptyParts)) {
        const QStringList parts = each.split(':');
        layers.push_back({parts[0].toStdString(), parts.value(1).toStdString(), parts.value(2).toStdString()});
    }
    return layers;
}

QString toText(const std::vector<LayerTraits> &first, const std::vector<LayerTraits> &second)
{
    QStringList pairs;
    for (const store::LayerPair &pair : store::matchLayers(first, second)) {
        const auto name = [](const auto &all, const auto &number) { return number ? QString::fromStdString(all[*number].name) : QString("-"); };
        pairs << name(first, pair.first) + '=' + name(second, pair.second);
    }
    return pairs.join(' ');
}

} // namespace

class LayerMatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pairs_data()
    {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("expected");
        QTest::newRow("equal names") << "a b c" << "a b c" << "a=a b=b c=c";
        QTest::newRow("nothing") << "" << "" << "";
        QTest::newRow("one run has none") << "a b" << "" << "a=- b=-";
        QTest::newRow("one more, at its place") << "a c" << "a b c" << "a=a -=b c=c";
        QTest::newRow("one less") << "a b c" << "a c" << "a=a b=- c=c";
        QTest::newRow("other order of names") << "a b" << "b a" << "a=a b=b";
        QTest::newRow("renamed, of unknown type") << "in x y out" << "in u v out" << "in=in x=u y=v out=out";
        QTest::newRow("renamed, not as many") << "in x out" << "in u v out" << "in=in x=- -=u -=v out=out";
        QTest::newRow("by type and shape") << "x:Linear:8x4 y:ReLU z:Linear:4x2" << "p:Linear:8x4 q:ReLU r:Dropout s:Linear:4x2"
                                           << "x=p y=q -=r z=s";
        QTest::newRow("shape before order") << "x:Linear:8x4" << "p:Linear:2x2 q:Linear:8x4" << "-=p x=q";
        QTest::newRow("other widths") << "x:Linear:8x4 y:Linear:4x2" << "p:Linear:8x9 q:Linear:9x2" << "x=p y=q";
        QTest::newRow("other types stay alone") << "x:Conv2d" << "p:Linear" << "x=- -=p";
        QTest::newRow("a name counts more than a shape") << "x:Linear:1 y:Linear:2" << "y:Linear:1 z:Linear:2" << "x=- y=y -=z";
    }

    void pairs()
    {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QTEST(toText(layers(first), layers(second)), "expected");
    }

    /// For any names, every layer is in exactly one pair.
    void losesNone()
    {
        const auto a = layers("a:X b:Y c d:X e:Z f:X g"), b = layers("f:X q:X c r:Y a:X s t:Z");
        std::multiset<std::size_t> first, second;
        for (const store::LayerPair &pair : store::matchLayers(a, b)) {
            if (pair.first)
                first.insert(*pair.first);
            if (pair.second)
                second.insert(*pair.second);
        }
        QCOMPARE(first, (std::multiset<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
        QCOMPARE(second, (std::multiset<std::size_t>{0, 1, 2, 3, 4, 5, 6}));
    }
};

LENSBOARD_TEST(LayerMatchTest)
#include "tst_layer_match.moc"

#include "tests/support/made_layers.h"
#include "widgets/models/layer_filter.h"
#include "widgets/models/layer_model.h"
#include "tests/support/test_program.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace lensboard;
using namespace lensboard::widgets;
using Names = std::set<QString>;

namespace {

/// Returns the layer with this full name, at any depth.
QModelIndex find(const QAbstractItemModel &model, const QString &path)
{
    const QModelIndexList found = model.match(model.index(0, 0), LayerModel::kPathRole, path, 1,
                                              Qt::MatchExactly | Qt::MatchCaseSensitive | Qt::MatchRecursive);
    return found.value(0);
}

QString shown(const QAbstractItemModel &model, const QString &path, int column)
{
    return find(model, path).siblingAtColumn(column).data().toString();
}

int checkState(const QAbstractItemModel &model, const QString &path)
{
    return find(model, path).data(Qt::CheckStateRole).toInt();
}

} // namespace

class LayerModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modulesAreATreeByTheirNames()
    {
        LayerModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLayers(test::madeLayers());
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex conv = find(model, "block.conv");
        QCOMPARE(conv.data().toString(), "conv");
        QCOMPARE(conv.parent().data().toString(), "block");
        QCOMPARE(conv.parent().parent().data().toString(), "(model)");
        QCOMPARE(shown(model, "block.conv", LayerModel::Type), "Conv2d");
        QCOMPARE(shown(model, "block.conv", LayerModel::OutputShape), QString::fromUtf8("N×8×28×28"));
        QCOMPARE(shown(model, "unused", LayerModel::OutputShape), "");
        QCOMPARE(shown(model, "stem", LayerModel::Parameters), "80");
        QCOMPARE(shown(model, "block", LayerModel::Parameters), "910");
        QCOMPARE(shown(model, "(model)", LayerModel::Parameters), QLocale().toString(1250));
        QCOMPARE(shown(model, "unused", LayerModel::Parameters), "");
        const QString tip = find(model, "stem").data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("weight [8, 1, 3, 3]\n") && tip.contains("bias [8], frozen"), qPrintable(tip));
    }

    void aBoxStandsForAllBelowIt()
    {
        LayerModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLayers(test::madeLayers());
        QSignalSpy told(&model, &LayerModel::hiddenChanged);
        QVERIFY(model.setData(find(model, "block.conv"), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(model.hidden(), Names{"block.conv"});
        QCOMPARE(checkState(model, "block"), Qt::PartiallyChecked);
        QCOMPARE(checkState(model, "(model)"), Qt::PartiallyChecked);
        QVERIFY(model.setData(find(model, "block.relu"), Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(checkState(model, "block"), Qt::Unchecked);
        QVERIFY(model.setData(find(model, "block"), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.hidden(), Names());
        QCOMPARE(checkState(model, "(model)"), Qt::Checked);
        QCOMPARE(told.size(), 3);
        QCOMPARE(told.back().front().value<Names>(), Names());
    }

    void oneIsShownAlone()
    {
        LayerModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLayers(test::madeLayers());
        QSignalSpy told(&model, &LayerModel::hiddenChanged);
        model.solo({find(model, "block"), find(model, "head")});
        QCOMPARE(model.hidden(), (Names{"stem", "unused"}));
        model.hide({find(model, "block")});
        QCOMPARE(model.hidden(), (Names{"block", "block.conv", "block.relu", "stem", "unused"}));
        QCOMPARE(told.size(), 2);
        model.hide({find(model, "block")}); // nothing new
        QCOMPARE(told.size(), 2);
        model.showAll();
        QCOMPARE(model.hidden(), Names());
        QCOMPARE(told.size(), 3);
    }

    void whatIsHiddenOutlastsNewsOfTheRun()
    {
        LayerModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy told(&model, &LayerModel::hiddenChanged);
        model.setHidden({"block.conv", "late.layer"}); // before there are any layers
        auto layers = test::madeLayers();
        layers[1].outputShape = std::nullopt;
        model.setLayers(layers);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset), changed(&model, &QAbstractItemModel::dataChanged);
        model.setLayers(test::madeLayers()); // views keep expansion and selection
        QCOMPARE(shown(model, "stem", LayerModel::OutputShape), QString::fromUtf8("N×8×28×28"));
        QCOMPARE(reset.size(), 0);
        QCOMPARE(changed.size(), 1);
        model.addMeasured("late.layer");
        QCOMPARE(checkState(model, "late.layer"), Qt::Unchecked);
        QCOMPARE(checkState(model, "block.conv"), Qt::Unchecked);
        QCOMPARE(told.size(), 0);
        layers.pop_back();
        model.setLayers(layers);
        QVERIFY(find(model, "late.layer").isValid());
        QVERIFY(!find(model, "unused").isValid());
        QCOMPARE(checkState(model, "late.layer"), Qt::Unchecked);
    }

    void layersOfImportedRunsComeFromSeries()
    {
        LayerModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const char *name : {"encoder.0.attn", "encoder.0", "encoder.0.attn", "head", ".5", "a..b", "loss."})
            model.addMeasured(name);
        QCOMPARE(model.rowCount(), 5); // encoder, head, and names that are no paths
        QCOMPARE(find(model, "encoder.0.attn").parent(), find(model, "encoder.0"));
        // A measured container has plots of its own, besides the plots of its contents.
        model.solo({find(model, "encoder.0.attn")});
        QVERIFY(model.hidden().contains("encoder.0"));
        QCOMPARE(checkState(model, "encoder.0"), Qt::PartiallyChecked);
        model.addMeasured(QString(10000, 'a') + QString(".b").repeated(10000)); // does not create 10,000 levels
        QCOMPARE(model.rowCount(), 6);
    }

    /// Names keep their positions when a mark disappears.
    void layersWithoutAMarkHaveItsRoom()
    {
        LayerModel model;
        model.setLayers({{"fc1", "Linear", true, {}}, {"fc2", "Linear", true, {}}});
        const auto icon = [&](int row) { return model.index(row, LayerModel::Name).data(Qt::DecorationRole); };
        QVERIFY(!icon(0).isValid());
        QPixmap drawn(16, 16);
        model.setMarks({{"fc1", {1, drawn, "dead"}}});
        QCOMPARE(icon(1).value<QIcon>().actualSize({16, 16}), icon(0).value<QIcon>().actualSize({16, 16}));
        model.setMarks({});
        QVERIFY(!icon(0).value<QIcon>().isNull());
    }

    void aFilterKeepsWhatContainsAMatchAndWhatIsInIt()
    {
        LayerModel model;
        model.setLayers(test::madeLayers());
        LayerFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        filter.setPattern(QRegularExpression("^block$"));
        QVERIFY(find(filter, "block.conv").isValid() && find(filter, "(model)").isValid());
        QVERIFY(!find(filter, "stem").isValid());
        QCOMPARE(filter.matches(), QModelIndexList{find(model, "block")});
        filter.setPattern(QRegularExpression("conv2d", QRegularExpression::CaseInsensitiveOption)); // matches the type
        QCOMPARE(filter.matches(), (QModelIndexList{find(model, "stem"), find(model, "block.conv")}));
        QVERIFY(!find(filter, "block.relu").isValid());
        filter.setPattern({});
        QVERIFY(find(filter, "unused").isValid());
    }
};

LENSBOARD_WINDOW_TEST(LayerModelTest)
#include "tst_layer_model.moc"

#include "tests/support/made_layers.h"
#include "tests/support/patience.h"
#include "widgets/layer_panel.h"
#include "widgets/layer_view.h"
#include "widgets/models/layer_model.h"
#include "tests/support/test_program.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

using namespace lensboard;
using namespace lensboard::widgets;
using Names = std::set<QString>;

class LayerPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<LayerModel>();
        m_model->setLayers(test::madeLayers());
        m_panel = std::make_unique<LayerPanel>(m_model.get());
        m_panel->resize(290, 320);
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }

    void cleanup()
    {
        m_panel.reset();
        m_model.reset();
    }

    void matchesAreShownAlone()
    {
        QTest::keyClick(m_panel.get(), Qt::Key_L, Qt::AltModifier);
        QTRY_VERIFY(search()->hasFocus());
        QTest::keyClicks(search(), "conv2d");
        QCOMPARE(visibleLayers(), (QStringList{"(model)", "stem", "block", "block.conv"}));
        QTest::keyClick(search(), Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(m_model->hidden(), (Names{"block.relu", "head", "unused"}));
        QTest::keyClick(search(), Qt::Key_Escape);
        QCOMPARE(visibleLayers().size(), 7);
        QVERIFY(!action("Show Only These")->isEnabled()); // no search result, no selection
        QTest::keyClick(search(), Qt::Key_A, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(m_model->hidden(), Names());
    }

    void aSelectionGoesBeforeTheSearch()
    {
        QTest::keyClicks(search(), "block");
        QTest::keyClick(search(), Qt::Key_Down);
        QVERIFY(view()->hasFocus());
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, textOf("block.relu"));
        QTest::keyClick(view(), Qt::Key_H, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(m_model->hidden(), Names{"block.relu"});
    }

    void wrongExpressionsAreReported()
    {
        auto *expression = m_panel->findChild<QToolButton *>("expression");
        QTest::keyClicks(search(), "^(head");
        QVERIFY(visibleLayers().isEmpty());
        QVERIFY(label()->isVisible()); // no layer has that name
        QTest::mouseClick(expression, Qt::LeftButton);
        QVERIFY2(label()->text().contains("parenthesis"), qPrintable(label()->text()));
        QCOMPARE(search()->accessibleDescription(), label()->text());
        QTest::keyClicks(search(), "|stem)$");
        QVERIFY(!label()->isVisible());
        QCOMPARE(visibleLayers(), (QStringList{"(model)", "stem", "head"}));
    }

    void whatWasFoldedIsFoldedAfterASearch()
    {
        view()->collapse(indexOf("block"));
        QTest::keyClicks(search(), "relu");
        QCOMPARE(visibleLayers(), (QStringList{"(model)", "block", "block.relu"}));
        search()->clear();
        QCOMPARE(visibleLayers(), (QStringList{"(model)", "stem", "block", "head", "unused"}));
    }

    void boxesAndNamesAreClickedApart()
    {
        QSignalSpy activated(m_panel.get(), &LayerPanel::layerActivated);
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, boxOf("block"));
        QCOMPARE(m_model->hidden(), (Names{"block", "block.conv", "block.relu"}));
        QTest::mouseDClick(view()->viewport(), Qt::LeftButton, {}, boxOf("block"));
        QCOMPARE(activated.size(), 0);
        QTest::mouseDClick(view()->viewport(), Qt::LeftButton, {}, textOf("block.conv"));
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, textOf("head"));
        QTest::keyClick(view(), Qt::Key_Return);
        QCOMPARE(activated.size(), 2);
        QCOMPARE(activated[0][0].toString(), "block.conv");
        QCOMPARE(activated[1][0].toString(), "head");
        QTest::keyClick(view(), Qt::Key_Space);
        QVERIFY(m_model->hidden().contains("head"));
    }

    void columnsFitTheWidth_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrow") << 120;
        QTest::newRow("as the panel is") << 290;
        QTest::newRow("wide") << 700;
    }

    void columnsFitTheWidth()
    {
        QFETCH(const int, width);
        m_panel->resize(width, 320);
        QTRY_COMPARE(view()->header()->length(), view()->viewport()->width());
        QVERIFY(!view()->horizontalScrollBar()->isVisible());
        QVERIFY(width == 120 || view()->columnWidth(LayerModel::Name) >= static_cast<QAbstractItemView *>(view())->sizeHintForIndex(indexOf("block.conv")).width());
        QVERIFY(width < 700 || view()->columnWidth(LayerModel::Type) > 0);
    }

private:
    LayerView *view() const { return m_panel->view(); }
    QLineEdit *search() const { return m_panel->findChild<QLineEdit *>(); }
    QLabel *label() const { return m_panel->findChild<QLabel *>("problem"); }

    QAction *action(const QString &name) const
    {
        for (QAction *action : m_panel->actions())
            if (action->text().remove('&') == name)
                return action;
        return nullptr;
    }

    QModelIndex indexOf(const QString &path) const
    {
        const auto *model = view()->model();
        return model->match(model->index(0, 0), LayerModel::kPathRole, path, 1, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    }

    /// Returns the unfolded layers from top to bottom.
    QStringList visibleLayers() const
    {
        QStringList layers;
        for (QModelIndex index = view()->model()->index(0, 0); index.isValid(); index = view()->indexBelow(index))
            layers << index.data(LayerModel::kPathRole).toString();
        return layers;
    }

    QPoint boxOf(const QString &path) const
    {
        const QRect row = view()->visualRect(indexOf(path));
        return {row.left() + view()->style()->pixelMetric(QStyle::PM_IndicatorWidth) / 2 + 3, row.center().y()};
    }
    QPoint textOf(const QString &path) const
    {
        const QRect row = view()->visualRect(indexOf(path));
        return {row.left() + view()->style()->pixelMetric(QStyle::PM_IndicatorWidth) + 14, row.center().y()};
    }

    std::unique_ptr<LayerModel> m_model;
    std::unique_ptr<LayerPanel> m_panel;
};

LENSBOARD_WINDOW_TEST(LayerPanelTest)
#include "tst_layer_panel.moc"

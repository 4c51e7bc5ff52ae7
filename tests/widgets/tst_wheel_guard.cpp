#include "tests/support/patience.h"
#include "widgets/wheel_guard.h"
#include "tests/support/test_program.h"

#include <QComboBox>
#include <QDateEdit>
#include <QDial>
#include <QDoubleSpinBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QWindow>

using namespace lensboard;
using widgets::WheelGuard;

namespace {

/// A scrolling page with one field of each kind.
class WheelPage : public QScrollArea
{
public:
    WheelPage()
    {
        auto *page = new QWidget;
        auto *layout = new QVBoxLayout(page);
        for (const bool isEditable : {false, true}) {
            auto *box = new QComboBox(page);
            box->addItems({"one", "two", "three"});
            box->setEditable(isEditable);
            box->setCurrentIndex(1);
            layout->addWidget(box);
        }
        auto *number = new QSpinBox(page);
        number->setValue(5);
        auto *slider = new QSlider(Qt::Horizontal, page);
        auto *dial = new QDial(page);
        for (QAbstractSlider *each : QList<QAbstractSlider *>{slider, dial})
            each->setValue(50);
        for (QWidget *each : QList<QWidget *>{number, new QDoubleSpinBox(page), new QDateEdit(QDate(2024, 2, 29), page), slider, dial})
            layout->addWidget(each);
        layout->addSpacing(2000);
        setWidget(page);
        setWidgetResizable(true);
        resize(300, 500);
        show();
    }

    QList<QWidget *> fields() const
    {
        QList<QWidget *> fields;
        for (QWidget *each : widget()->findChildren<QWidget *>())
            if (WheelGuard::isField(each))
                fields << each;
        return fields;
    }

    /// Turns the wheel at \p at in \p over, like the window system.
    void turn(const QWidget *over, const QPoint &at, int notches = -1)
    {
        const QPointF inWindow = over->mapTo(this, at);
        QWheelEvent wheel(inWindow, mapToGlobal(inWindow), {}, {0, 120 * notches}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&wheel);
        qApp->notify(windowHandle(), &wheel);
    }
    void turn(const QWidget *over) { turn(over, over->rect().center()); }
};

QVariant valueOf(const QWidget *field)
{
    const auto *box = qobject_cast<const QComboBox *>(field);
    return box ? QVariant(box->currentText()) : field->metaObject()->userProperty().read(field);
}

} // namespace

class WheelGuardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        WheelGuard::install();
        WheelGuard::install(); // like each window of the program
        QCOMPARE(qApp->findChildren<WheelGuard *>().size(), 1);
    }

    void theWheelScrollsThePageOverFieldsThatNobodyChose()
    {
        WheelPage page;
        QVERIFY(QTest::qWaitForWindowActive(&page, test::kPatienceMs));
        QCOMPARE(page.fields().size(), 7);
        for (QWidget *field : page.fields()) {
            if (QWidget *focused = QApplication::focusWidget())
                focused->clearFocus();
            page.verticalScrollBar()->setValue(0);
            const QVariant before = valueOf(field);
            page.turn(field);
            QCOMPARE(valueOf(field), before);
            QVERIFY(!field->hasFocus());
            QVERIFY2(page.verticalScrollBar()->value() > 0, field->metaObject()->className());
        }
    }

    void theWheelChangesAFieldThatHasTheFocus()
    {
        WheelPage page;
        QVERIFY(QTest::qWaitForWindowActive(&page, test::kPatienceMs));
        for (QWidget *field : page.fields()) {
            field->clearFocus(); // the window focused the first field
            field->setFocus(Qt::TabFocusReason);
            const QVariant before = valueOf(field);
            page.turn(field, QPoint(12, field->height() / 2), qobject_cast<QDoubleSpinBox *>(field) ? 1 : -1);
            QVERIFY2(valueOf(field) != before, field->metaObject()->className());
            QCOMPARE(page.verticalScrollBar()->value(), 0);
        }
    }

    void aFocusedFieldThatSlidesUnderTheMouseKeepsItsValue()
    {
        WheelPage page;
        QVERIFY(QTest::qWaitForWindowActive(&page, test::kPatienceMs));
        auto *number = page.findChild<QSpinBox *>();
        number->clearFocus();
        number->setFocus();
        const QPoint place = number->mapTo(&page, QPoint(5, 5));
        page.verticalScrollBar()->setValue(200);
        page.turn(&page, place, 1);
        page.verticalScrollBar()->setValue(0); // moves the field under the mouse
        page.turn(&page, place, 1);
        QCOMPARE(number->value(), 5);
        QTest::mouseClick(number, Qt::LeftButton, {}, {5, 5});
        page.turn(&page, place, 1);
        QCOMPARE(number->value(), 6);
    }
};

LENSBOARD_WINDOW_TEST(WheelGuardTest)
#include "tst_wheel_guard.moc"

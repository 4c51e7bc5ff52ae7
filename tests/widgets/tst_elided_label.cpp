#include "widgets/elided_label.h"
#include "tests/support/test_program.h"

#include <QTest>

using lensboard::widgets::ElidedLabel;

class ElidedLabelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Draws the same as a label with the shortened text.
    void whatDoesNotFitEndsInAnEllipsis()
    {
        const QString whole = "Interrupted · val_accuracy 1 · the process ended before the file was complete";
        ElidedLabel label;
        QLabel plain;
        for (QLabel *each : {static_cast<QLabel *>(&label), &plain})
            each->resize(200, 30);
        for (const QString &text : {whole, QString("Interrupted")}) {
            label.setText(text);
            plain.setText(label.fontMetrics().elidedText(text, Qt::ElideRight, 200));
            QCOMPARE(plain.text().endsWith("…"), text == whole);
            QCOMPARE(label.grab().toImage(), plain.grab().toImage());
            QCOMPARE(label.text(), text);
        }
    }
};

LENSBOARD_WINDOW_TEST(ElidedLabelTest)
#include "tst_elided_label.moc"

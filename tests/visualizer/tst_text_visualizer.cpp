#include "core/visualizer/text_visualizer.h"
#include "tests/support/labelled_plot.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <sstream>

using namespace lensboard;
using visualizer::TextVisualizer;

class TextVisualizerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTickIsABlock()
    {
        std::ostringstream out;
        TextVisualizer text(out);
        const record::TickStamp first{1, 1, 20, 640, 0}, second{2, 1, 40, 1280, 0};
        test::plot(text, first, {"Weight Gradient Norm", {}},
                           {{"net.0", {{"mean", 0.0123}}, {{"-σ", "+σ", 0.01, 0.0146}, {"min", "max", 0, 123456.789}}},
                            {"net.10", {{"mean", 1.5}}, {{"-σ", "+σ", -1.25, 1e-9}, {"min", "max", 1, 2}}}});
        test::plot(text, first, {"Loss", {}}, {{"Loss", {{"train_loss mean", NAN}, {"val_loss mean", -INFINITY}}, {}}});
        test::plot(text, first, {"Output Activations", {}, record::TagKind::Probability}, {{"relu", {{"death_rate", 0.5}}, {}}});
        test::plot(text, first, {"Comparison", {}, record::TagKind::Relations}, {{"Comparison", {{"a", 2.0 / 3}, {"b", 1.0 / 3}}, {}}});
        QCOMPARE(out.str(), "");
        text.endTick(first);
        text.note({record::RunEvent::Kind::Warning, 25, 0, "the loss is no number"});
        text.note({record::RunEvent::Kind::Notice, 0, 0, "all is well"});
        text.endTick(second);
        QCOMPARE(QString::fromStdString(out.str()),
                 "tick 1  epoch 1  step 20\n"
                 "  Weight Gradient Norm\n"
                 "    net.0   mean=0.0123  -σ..+σ=[0.01, 0.0146]  min..max=[0, 123457]\n"
                 "    net.10  mean=1.5     -σ..+σ=[-1.25, 1e-09]  min..max=[1, 2]\n"
                 "  Loss\n"
                 "    train_loss mean=nan  val_loss mean=-inf\n"
                 "  Output Activations\n"
                 "    relu  death_rate=0.5\n"
                 "  Comparison\n"
                 "    a=0.666667  b=0.333333\n"
                 "warning at step 25: the loss is no number\n"
                 "notice: all is well\n"
                 "tick 2  epoch 1  step 40\n");
    }

    void layersMayShowDifferentThings()
    {
        std::ostringstream out;
        TextVisualizer text(out);
        test::plot(text, {}, {"T", {}}, {{"long name", {{"x", 1}}, {}}, {"a", {{"x", 1}, {"y", 2}}, {}}});
        text.endTick({});
        QCOMPARE(QString::fromStdString(out.str()), "tick 0  epoch 0  step 0\n"
                                                    "  T\n"
                                                    "    long name  x=1\n"
                                                    "    a          x=1  y=2\n");
    }
};

LENSBOARD_TEST(TextVisualizerTest)
#include "tst_text_visualizer.moc"

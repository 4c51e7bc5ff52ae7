#include "core/visualizer/tee_visualizer.h"
#include "tests/support/labelled_plot.h"
#include "tests/support/test_program.h"

#include <QStringList>
#include <QTest>

using namespace lensboard;
using visualizer::Readings;

namespace {

class Listener final : public visualizer::LabelledVisualizer
{
public:
    Listener(QString name, QStringList &heard) : m_name(std::move(name)), m_heard(heard) {}

    std::uint32_t registerTag(const record::TagSpec &tag) override
    {
        hear("tag", tag.name);
        return visualizer::LabelledVisualizer::registerTag(tag);
    }
    void endTick(const record::TickStamp &stamp) override { hear("end", {}, stamp.tick); }
    void note(const record::RunEvent &event) override { hear("note", event.text); }

private:
    void show(const record::TickStamp &stamp, const record::TagSpec &tag, const Readings &readings) override
    {
        for (const auto &reading : readings)
            hear(reading.values.front().label.c_str(), tag.name, stamp.tick, readings.size());
    }
    void hear(const char *what, const std::string &name, std::int64_t tick = 0, std::size_t readings = 0)
    {
        m_heard << QString("%1 %2 %3 %4 %5").arg(m_name, what, QString::fromStdString(name)).arg(tick).arg(readings);
    }

    QString m_name;
    QStringList &m_heard;
};

} // namespace

class TeeVisualizerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachHearsEverythingInOrder()
    {
        QStringList heard;
        const auto first = std::make_shared<Listener>("1", heard), second = std::make_shared<Listener>("2", heard);
        first->registerTag({"of its own", {}}); // makes the indices of tags differ
        first->registerSeries({0, "layer", "label"});
        heard.clear();
        visualizer::TeeVisualizer tee({first, second});
        test::plot(tee, {5}, {"T", {}}, {{"a", {{"mean", 1}}, {}}});
        test::plot(tee, {6}, {"U", {}}, {{"a", {{"share", 1}}, {}}, {"b", {{"share", 2}}, {}}});
        test::plot(tee, {7}, {"T", {}}, {{"a", {{"mean", 2}}, {}}});
        tee.endTick({7});
        tee.note({{}, 0, 0, "n"});
        QStringList expected;
        for (const char *who : {"1 ", "2 "})
            expected << QString(who) + "tag T 0 0";
        for (const char *who : {"1 ", "2 "})
            expected << QString(who) + "mean T 5 1";
        for (const char *who : {"1 ", "2 "})
            expected << QString(who) + "tag U 0 0";
        for (const char *who : {"1 ", "2 "})
            expected << QString(who) + "share U 6 2" << QString(who) + "share U 6 2";
        for (const char *call : {"tag T 0 0", "mean T 7 1", "end  7 0", "note n 0 0"})
            expected << QString("1 ") + call << QString("2 ") + call;
        QCOMPARE(heard, expected);
    }
};

LENSBOARD_TEST(TeeVisualizerTest)
#include "tst_tee_visualizer.moc"

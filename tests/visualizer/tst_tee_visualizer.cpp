#include "core/visualizer/tee_visualizer.h"

#include <QStringList>
#include <QTest>

using namespace lensboard;
using visualizer::Readings;

namespace {

class Listener final : public visualizer::Visualizer
{
public:
    Listener(QString name, QStringList &heard) : m_name(std::move(name)), m_heard(heard) {}

    void registerTag(const record::TagSpec &tag) override { hear("tag", tag.name); }
    void plotNumerical(const record::TickStamp &s, const std::string &t, const Readings &r) override { hear("numerical", t, s.tick, r.size()); }
    void plotProbabilities(const record::TickStamp &s, const std::string &t, const Readings &r) override { hear("probabilities", t, s.tick, r.size()); }
    void plotRelations(const record::TickStamp &s, const std::string &t, const Readings &r) override { hear("relations", t, s.tick, r.size()); }
    void endTick(const record::TickStamp &stamp) override { hear("end", {}, stamp.tick); }
    void note(const record::RunEvent &event) override { hear("note", event.text); }

private:
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
        visualizer::TeeVisualizer tee({std::make_shared<Listener>("1", heard), std::make_shared<Listener>("2", heard)});
        tee.registerTag({"T", "L"});
        tee.plotNumerical({5}, "a", Readings(1));
        tee.plotProbabilities({5}, "b", Readings(2));
        tee.plotRelations({5}, "c", Readings(3));
        tee.endTick({5});
        tee.note({{}, 0, 0, "n"});
        QStringList expected;
        for (const char *call : {"tag T 0 0", "numerical a 5 1", "probabilities b 5 2", "relations c 5 3", "end  5 0", "note n 0 0"})
            expected << QString("1 ") + call << QString("2 ") + call;
        QCOMPARE(heard, expected);
    }
};

QTEST_GUILESS_MAIN(TeeVisualizerTest)
#include "tst_tee_visualizer.moc"

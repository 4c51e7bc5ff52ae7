#include "widgets/views/state/event_marks.h"

#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/views/state/read_or.h"
#include "widgets/views/tag_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace lensboard::widgets {

using record::RunEvent;

namespace {

constexpr double kFlagReach = 5;         ///< pixels from a flag's line for the mouse to hit it
constexpr double kHalfFlag = 4;      ///< pixels
constexpr double kClosest = 3;       ///< minimum pixels between two lines; closer flags are merged
constexpr int kLineAlpha = 110;
constexpr qsizetype kMaxNamed = 12; ///< events named in a tool tip
constexpr qsizetype kMaxText = 160; ///< characters per event
constexpr qint64 kLookAgainMs = 1000;

/// Returns the coordinate of \p event; nullopt if the run does not record it.
std::optional<double> placeOf(const ShownRun &run, const RunEvent &event, XAxis x)
{
    record::TickStamp stamp;
    if (x == XAxis::Tick || x == XAxis::Epoch || x == XAxis::Samples) {
        const auto tick = run.tickAt(event.step);
        if (!tick)
            return std::nullopt;
        stamp = *tick;
    }
    stamp.step = event.step;
    stamp.wallSeconds = event.wallSeconds;
    if (axisOf(x) == record::Axis::WallTime && event.wallSeconds <= 0)
        return std::nullopt;
    return run.coordinate(stamp, x);
}

/// Name of a series: "Weight Norm of fc1", "Loss".
QString nameOf(const ShownRun &run, const record::SeriesSpec &series)
{
    const QString tag = tagText(run.tagOf(series));
    return run.isOfLayer(series) ? BoardState::tr("%1 of %2").arg(tag, text(series.layer)) : tag;
}

QColor colourOf(EventKind kind, bool isProblem, const PlotTheme &theme)
{
    switch (kind) {
    case EventKind::Finding: return isProblem ? theme.warning : theme.caution;
    case EventKind::Warning:
    case EventKind::NonFinite: return theme.warning;
    case EventKind::LearningRate: return theme.series(1);
    case EventKind::Lens: return theme.series(0);
    case EventKind::Notice:
    case EventKind::Text: break;
    }
    return theme.mutedText;
}

} // namespace

EventKind kindOf(const RunEvent &event)
{
    switch (event.kind) {
    case RunEvent::Kind::Warning: return EventKind::Warning;
    case RunEvent::Kind::LensOn:
    case RunEvent::Kind::LensOff:
    case RunEvent::Kind::LensSettings: return EventKind::Lens;
    case RunEvent::Kind::LearningRate: return EventKind::LearningRate;
    case RunEvent::Kind::Text: return EventKind::Text;
    case RunEvent::Kind::Notice: break;
    }
    return EventKind::Notice;
}

const std::vector<EventMark> &EventMarks::all() const
{
    const bool looksAgain = m_hasGrown && m_board.style().events.testFlag(EventKind::NonFinite) && m_sinceKnown.hasExpired(kLookAgainMs);
    if (m_isKnown && !looksAgain)
        return m_marks;
    m_marks.clear();
    for (const ShownRun *run : m_board.visibleRuns())
        if (run->isAlong(m_board.style().x)) {
            addEvents(*run);
            addFirstNonFinite(*run);
            addFindings(*run);
        }
    std::ranges::stable_sort(m_marks, {}, &EventMark::x);
    m_isKnown = true;
    m_hasGrown = false;
    m_sinceKnown.start();
    return m_marks;
}

void EventMarks::addEvents(const ShownRun &run) const
{
    const XAxis x = m_board.style().x;
    for (const RunEvent &event : run.events) {
        const EventKind kind = kindOf(event);
        if (!m_board.style().events.testFlag(kind))
            continue;
        if (const auto place = readOr(std::optional<double>(), [&] { return placeOf(run, event, x); })) {
            QString what = eventText(event).simplified();
            if (kind == EventKind::Lens || kind == EventKind::LearningRate)
                what = kindText(event.kind) + QStringLiteral(": ") + what;
            if (what.size() > kMaxText)
                what = what.left(kMaxText - 1) + QStringLiteral("…");
            add(run, *place, kind, what);
        }
    }
}

void EventMarks::addFindings(const ShownRun &run) const
{
    if (!m_board.style().events.testFlag(EventKind::Finding))
        return;
    for (const FindingMark &finding : run.findings)
        if (const auto place = readOr(std::optional<double>(), [&] { return run.placeOf(finding.step, m_board.style().x); }))
            m_marks.push_back({*place, EventKind::Finding, finding.isProblem, markText(run, *place, finding.text), finding.layers});
}

void EventMarks::addFirstNonFinite(const ShownRun &run) const
{
    if (!m_board.style().events.testFlag(EventKind::NonFinite))
        return;
    std::optional<record::TickStamp> first;
    QString where;
    readOr(false, [&] {
        for (std::uint32_t series = 0; series < run.seriesSpecs.size(); ++series)
            if (run.run->tally(series).nonFinite > 0)
                if (const auto value = run.run->firstNonFinite(series); value && (!first || value->stamp.step < first->step)) {
                    first = value->stamp;
                    where = nameOf(run, run.seriesSpecs[series]);
                }
        return true;
    });
    if (!first)
        return;
    const double place = run.coordinate(*first, m_board.style().x);
    add(run, place, EventKind::NonFinite, BoardState::tr("first value that is not finite, in %1").arg(where));
}

void EventMarks::add(const ShownRun &run, double place, EventKind kind, const QString &what) const
{
    m_marks.push_back({place, kind, false, markText(run, place, what)});
}

/// Adds the run's name if there are several runs.
QString EventMarks::markText(const ShownRun &run, double place, const QString &what) const
{
    const QString owner = m_board.runs.size() > 1 ? run.name + QStringLiteral(": ") : QString();
    return owner + m_board.placeText(place) + QStringLiteral(" · ") + what;
}

QString EventMarks::textAt(const TagPlot &plot, const QPointF &position) const
{
    if (!plot.axisRect()->rect().contains(position.toPoint()))
        return {};
    QStringList lines;
    for (const EventMark &mark : all())
        if (plot.isAbout(mark.layers) && std::abs(plot.xAxis->coordToPixel(mark.x) - position.x()) <= kFlagReach)
            lines << mark.text;
    if (const qsizetype more = lines.size() - kMaxNamed; more > 0) {
        lines.resize(kMaxNamed);
        lines << BoardState::tr("and %1 more").arg(more);
    }
    return lines.join(u'\n');
}

/// Where flags are too close, shows the most severe.
void EventMarks::paint(QPainter &painter, const TagPlot &plot, const PlotTheme &theme) const
{
    const QRect rect = plot.axisRect()->rect();
    const auto severity = [](const EventMark &mark) {
        const bool isWarning = mark.kind == EventKind::Warning || mark.kind == EventKind::NonFinite || mark.kind == EventKind::Finding;
        return mark.isProblem ? 3 : isWarning ? 2 : mark.kind == EventKind::LearningRate;
    };
    double last = -std::numeric_limits<double>::infinity();
    std::vector<const EventMark *> marks;
    for (const EventMark &mark : all())
        if (plot.isAbout(mark.layers))
            marks.push_back(&mark);
    painter.setRenderHint(QPainter::Antialiasing);
    for (auto mark = marks.begin(); mark != marks.end();) {
        const double at = std::round(plot.xAxis->coordToPixel((*mark)->x)) + 0.5;
        const EventMark *worst = *mark;
        for (++mark; mark != marks.end() && plot.xAxis->coordToPixel((*mark)->x) - at < kClosest; ++mark)
            if (severity(**mark) > severity(*worst))
                worst = *mark;
        if (at < rect.left() || at > rect.right() || at - last < kClosest)
            continue;
        last = at;
        QColor colour = colourOf(worst->kind, worst->isProblem, theme);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        const std::array flag = {QPointF(at - kHalfFlag, rect.top()), QPointF(at + kHalfFlag, rect.top()), QPointF(at, rect.top() + 1.5 * kHalfFlag)};
        painter.drawPolygon(flag.data(), static_cast<int>(flag.size()));
        colour.setAlpha(kLineAlpha);
        painter.setPen(QPen(colour, 1, Qt::DotLine));
        painter.drawLine(QLineF(at, rect.top(), at, rect.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
}

} // namespace lensboard::widgets

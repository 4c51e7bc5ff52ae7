#pragma once

#include "core/store/derived/smoothed_run.h"
#include "core/store/gaps.h"
#include "core/store/run.h"
#include "core/store/selection.h"
#include "widgets/plots/board_look.h"
#include "widgets/plots/event_marks.h"
#include "widgets/plots/run_look.h"

#include <QObject>
#include <QStringList>
#include <QUndoStack>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// A stretch of an axis.
struct Stretch
{
    double low = 0, high = 0;

    double size() const { return high - low; }
    bool contains(double x) const { return low <= x && x <= high; }

    bool operator==(const Stretch &) const = default;
};

struct ShownSeries;

/// A run among those that a board shows.
struct ShownRun
{
    std::shared_ptr<const store::Run> run;
    QString name;
    RunLook look = {};
    QString path = {}; ///< its file; empty if it has none

    // ---- what the board knows of it
    std::shared_ptr<store::SmoothedRun> smoothed = nullptr;     ///< null while lines are not smoothed
    bool isLive = false;                                        ///< may still grow
    std::map<std::string, store::SwitchedOn> switchedOn = {};   ///< per lens
    store::RunCursor cursor = {};
    std::vector<std::uint32_t> tags = {}; ///< the board's number of each tag
    std::vector<record::TagSpec> tagSpecs = {};
    QStringList layers = {}; ///< that were measured
    std::vector<record::SeriesSpec> seriesSpecs = {};
    std::vector<record::RunEvent> events = {};
    std::vector<FindingMark> findings = {};
    std::map<std::string, std::size_t> placesInModel = {}; ///< of layers, as the model runs them

    /// Forgets all of it, as when it was added.
    void forget();

    const record::TagSpec &tagOf(const record::SeriesSpec &series) const { return tagSpecs[series.tag]; }
    bool isOfLayer(const record::SeriesSpec &series) const { return store::isLayer(tagOf(series), series.layer); }
    /// Where \p layer stands in the model; what is below a layer, as its weight, stands there too. Nothing of one that the model lacks.
    std::optional<std::size_t> placeInModel(std::string layer) const;
    /// Whether its ticks have places on the axis: imported ones may have no times.
    bool isAlong(XAxis x) const;
    /// Where \p stamp is on the axis.
    double coordinate(const record::TickStamp &stamp, XAxis x) const
    {
        return record::coordinate(stamp, axisOf(x)) - origin(x);
    }
    /// The first tick that ended at \p step or later, else the last; none of a run without ticks.
    std::optional<record::TickStamp> tickAt(std::int64_t step) const;
    /// Where \p step is on the axis; none of a run without ticks.
    std::optional<double> placeOf(std::int64_t step, XAxis x) const;
    /// What is to be added to a coordinate for the run's own axis.
    double origin(XAxis x) const;
    /// When the lens of \p series was switched on again.
    std::span<const std::int64_t> switchedOnOf(const record::SeriesSpec &series) const;
    /// Of each of the series, which one lens shows, what was measured at \p place or stands there still; none in a gap.
    std::vector<std::optional<store::StampedValue>> measuredAt(std::span<const ShownSeries> series, XAxis x, double place) const;
};

/// A series of a run on the board.
struct ShownSeries
{
    const ShownRun *run;
    std::uint32_t index;
    record::SeriesSpec spec;

    /// Where it was not measured.
    std::vector<store::Gap> gaps(XAxis x) const;
    std::optional<store::StampedValue> measuredAt(XAxis x, double place) const;
};

/// What a finding is shown by: a stretch of the plots of one tag.
struct ShownEvidence
{
    QString tag;
    std::set<QString> layers; ///< none: of a big tag
    Stretch x;                ///< on the axis of then
    std::optional<double> threshold = std::nullopt; ///< in the tag's unit

    bool operator==(const ShownEvidence &) const = default;
};

/// The series of one run after those of the other, each run's as its model runs their layers; what the model lacks stays behind what it
/// followed. Layers are not always measured in that order.
std::vector<const ShownSeries *> inModelOrder(std::span<const ShownSeries> series);

/// What the plots of a board have in common: the runs, how they are drawn, the stretch that is seen, where the cross-hair is.
/// Thread: the window's.
class BoardState final : public QObject
{
    Q_OBJECT

public:
    std::vector<std::unique_ptr<ShownRun>> runs;

    ShownRun &addRun(std::shared_ptr<const store::Run> run, const QString &name, const RunLook &look);
    /// Its run is, and its layer; what is of no layer but of the whole model always is.
    bool isVisible(const ShownSeries &series) const;
    std::vector<const ShownRun *> visibleRuns() const;

    const BoardLook &look() const { return m_look; }
    void setLook(const BoardLook &look);

    /// Layers, by name, that are not shown.
    const std::set<QString> &hiddenLayers() const { return m_hiddenLayers; }
    void setHiddenLayers(const std::set<QString> &layers);

    /// What is seen of the axis if it was chosen by hand.
    const std::optional<Stretch> &chosen() const { return m_chosen; }
    void choose(const std::optional<Stretch> &stretch);
    /// The same, so that it can be taken back.
    void chooseByHand(const std::optional<Stretch> &stretch);
    /// The same as steps of the first run.
    std::optional<Stretch> chosenSteps() const;
    /// All of the axis is seen, in plots with a zoom of their own too.
    void resetZoom();
    /// Whether the chosen stretch moves along with what is new.
    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool following);

    /// A place on the x axis, and a distance, in words: "step 120", "0:01:23".
    QString placeText(double x) const;
    QString lengthText(double length) const;

    std::optional<double> crossHair() const { return m_crossHair; }
    void setCrossHair(std::optional<double> x);
    /// Two places that stay when the cross-hair moves on.
    const std::array<std::optional<double>, 2> &cursors() const { return m_cursors; }
    void setCursor(std::size_t which, std::optional<double> x);

    /// The run that the mouse points at, on a plot or in a list: brought forward in all of them. Null if there is none.
    const ShownRun *pointedRun() const { return m_pointedRun; }
    void pointAt(const ShownRun *run);

    const std::optional<ShownEvidence> &evidence() const { return m_evidence; }
    void setEvidence(const std::optional<ShownEvidence> &evidence);

    /// What the user changed of the board.
    QUndoStack &undo() { return m_undo; }

    /// What happened to the visible runs.
    const EventMarks &events() const { return m_events; }
    EventMarks &events() { return m_events; }

Q_SIGNALS:
    void lookChanged();
    void layersChanged();
    void chosenChanged();
    void zoomReset(); ///< plots' own zooms are void
    void followingChanged();
    void crossHairMoved();
    void runPointed();
    void evidenceChanged();

private:
    BoardLook m_look;
    std::set<QString> m_hiddenLayers;
    std::optional<Stretch> m_chosen;
    bool m_isFollowing = false;
    std::optional<double> m_crossHair;
    std::array<std::optional<double>, 2> m_cursors;
    const ShownRun *m_pointedRun = nullptr;
    std::optional<ShownEvidence> m_evidence;
    EventMarks m_events{*this};
    QUndoStack m_undo;
};

} // namespace lensboard::widgets

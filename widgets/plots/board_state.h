#pragma once

#include "core/store/derived/smoothed_run.h"
#include "core/store/gaps.h"
#include "core/store/run.h"
#include "core/store/selection.h"
#include "widgets/plots/board_look.h"
#include "widgets/plots/event_marks.h"
#include "widgets/plots/run_look.h"
#include "widgets/plots/step_share.h"
#include "widgets/plots/tick_extent.h"

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

namespace lensboard::store {
class EnsembleRun;
}

namespace lensboard::widgets {

struct ShownSeries;

/// A run on a board.
struct ShownRun
{
    std::shared_ptr<const store::Run> run;
    QString name;
    RunLook look = {};
    QString path = {}; ///< its file; empty if it has none

    // ---- kept by the board
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
    TickExtent ticks = {};
    std::map<std::string, StepShare> stepShares = {}; ///< by lens

    /// Forgets all of it, as when it was added.
    void forget();

    /// The run as a mean of others; null if it is not one.
    const store::EnsembleRun *mean() const;
    const record::TagSpec &tagOf(const record::SeriesSpec &series) const { return tagSpecs[series.tag]; }
    bool isOfLayer(const record::SeriesSpec &series) const { return store::isLayer(tagOf(series), series.layer); }
    /// Returns the place of \p layer in the model; a weight has that of its layer. Returns nullopt for a layer that the model lacks.
    std::optional<std::size_t> placeInModel(std::string layer) const;
    /// Returns true if its ticks have places on the axis: imported ticks may have no times.
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
    /// Returns the place of the tick nearest to \p place, the earlier of two; nullopt without ticks.
    std::optional<double> nearestTick(XAxis x, double place) const;
    /// Returns the share of steps that \p lens measured; nullopt if no budget limited it.
    std::optional<double> measuredShare(const std::string &lens);
    /// Returns the stretch of the axis that all ticks take; nullopt without ticks.
    std::optional<Stretch> extent(XAxis x);
    /// Returns the offset from a coordinate to the run's own axis.
    double origin(XAxis x) const;
    /// When the lens of \p series was switched on again.
    std::span<const std::int64_t> switchedOnOf(const record::SeriesSpec &series) const;
    /// Returns for each of the series, all shown by one lens, the measurement nearest to \p place; nullopt in a gap.
    std::vector<std::optional<store::StampedValue>> measuredAt(std::span<const ShownSeries> series, XAxis x, double place) const;
};

/// A series of a run on the board.
struct ShownSeries
{
    const ShownRun *run;
    std::uint32_t index;
    record::SeriesSpec spec;

    /// Where it was not measured, and the beginnings of a mean's stretches as gaps without length: the line is broken there.
    std::vector<store::Gap> gaps(XAxis x) const;
    std::optional<store::StampedValue> measuredAt(XAxis x, double place) const;
};

/// The evidence of a finding: a stretch of the plots of one tag.
struct ShownEvidence
{
    QString tag;
    std::set<QString> layers; ///< none: of a big tag
    Stretch x;                ///< on the axis of then
    std::optional<double> threshold = std::nullopt; ///< in the tag's unit

    bool operator==(const ShownEvidence &) const = default;
};

/// Returns the stretch that shows \p all of an axis with some room: more for a live run, so that the axis does not move with every tick.
/// \p shown is the stretch before; it stays as long as it has room.
Stretch withRoomFor(const Stretch &all, bool isLive, const std::optional<Stretch> &shown);

/// Returns the series run by run, in each run in the order of its model; a series of a layer that the model lacks stays behind the series
/// before it. Layers are not always measured in that order.
std::vector<const ShownSeries *> inModelOrder(std::span<const ShownSeries> series);

/// The state that all plots of a board share: the runs, how they are drawn, the stretch on view, the cross-hair.
/// Thread: the window's.
class BoardState final : public QObject
{
    Q_OBJECT

public:
    std::vector<std::unique_ptr<ShownRun>> runs;

    ShownRun &addRun(std::shared_ptr<const store::Run> run, const QString &name, const RunLook &look);
    /// Returns true if its run and its layer are visible. A series of the whole model has no layer.
    bool isVisible(const ShownSeries &series) const;
    std::vector<const ShownRun *> visibleRuns() const;
    /// Returns false if the bands of \p run are drawn only while the mouse points at it: from four visible runs on, bands would hide each other.
    /// Runs and means of runs are counted apart.
    bool showsBands(const ShownRun &run) const;

    const BoardLook &look() const { return m_look; }
    void setLook(const BoardLook &look);

    /// Layers, by name, that are not shown.
    const std::set<QString> &hiddenLayers() const { return m_hiddenLayers; }
    void setHiddenLayers(const std::set<QString> &layers);

    /// The axis of all visible runs, on view in linked plots unless a stretch was chosen.
    const Stretch &whole() const { return m_whole; }
    /// The same without room at its ends.
    const Stretch &extent() const { return m_extent; }
    /// Reads the extent of the axis after runs, their ticks or the axis changed. Keeps it if a run cannot be read.
    void updateExtent();
    /// Returns the least share of steps that \p lens measured in a visible run; nullopt if no budget limited it.
    std::optional<double> measuredShare(const std::string &lens);
    /// Returns the tick of the visible runs that is nearest to \p place; \p place if there is none.
    double nearestTick(double place) const;
    /// The stretch on view, if it was chosen by hand.
    const std::optional<Stretch> &chosen() const { return m_chosen; }
    void choose(const std::optional<Stretch> &stretch);
    /// The same, so that it can be taken back.
    void chooseByHand(const std::optional<Stretch> &stretch);
    /// The same as steps of the first run.
    std::optional<Stretch> chosenSteps() const;
    /// All of the axis is seen, in plots with a zoom of their own too.
    void resetZoom();
    /// Returns true if the chosen stretch moves along with new ticks.
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

    /// The user's changes of the board.
    QUndoStack &undo() { return m_undo; }

    /// Events of the visible runs.
    const EventMarks &events() const { return m_events; }
    EventMarks &events() { return m_events; }

Q_SIGNALS:
    void lookChanged();
    void layersChanged();
    void chosenChanged();
    void wholeChanged();
    void zoomReset(); ///< plots' own zooms are void
    void followingChanged();
    void crossHairMoved();
    void runPointed();
    void evidenceChanged();

private:
    BoardLook m_look;
    std::set<QString> m_hiddenLayers;
    Stretch m_extent = {0, 1};
    Stretch m_whole = {0, 1};
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

#pragma once

#include "core/store/derived/smoothed_run.h"
#include "core/store/gaps.h"
#include "core/store/run.h"
#include "core/store/selection.h"
#include "widgets/views/state/board_style.h"
#include "widgets/views/state/event_marks.h"
#include "widgets/views/state/run_style.h"
#include "widgets/views/state/step_share.h"
#include "widgets/views/state/tick_extent.h"

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
    RunStyle style = {};
    QString path = {}; ///< run file; empty if there is none

    // ---- maintained by the board
    std::shared_ptr<store::SmoothedRun> smoothed = nullptr;     ///< null while lines are not smoothed
    bool isLive = false;                                        ///< may still grow
    std::map<std::string, store::SwitchedOn> switchedOn = {};   ///< per lens
    store::RunCursor cursor = {};
    std::vector<std::uint32_t> tags = {}; ///< the board's index of each tag
    std::vector<record::TagSpec> tagSpecs = {};
    QStringList layers = {}; ///< measured layers
    std::vector<record::SeriesSpec> seriesSpecs = {};
    std::vector<record::RunEvent> events = {};
    std::vector<FindingMark> findings = {};
    std::map<std::string, std::size_t> placesInModel = {}; ///< position of layers in the model's execution order
    TickExtent ticks = {};
    std::map<std::string, StepShare> stepShares = {}; ///< by lens

    /// Resets the members kept by the board.
    void forget();

    /// Returns the run as a mean of others; null if it is not a mean.
    const store::EnsembleRun *mean() const;
    const record::TagSpec &tagOf(const record::SeriesSpec &series) const { return tagSpecs[series.tag]; }
    bool isOfLayer(const record::SeriesSpec &series) const { return store::isLayer(tagOf(series), series.layer); }
    /// Returns the position of \p layer in the model; a weight has its layer's. Returns nullopt if the model lacks the layer.
    std::optional<std::size_t> placeInModel(std::string layer) const;
    /// Returns true if its ticks have coordinates on the axis: imported ticks may have no times.
    bool isAlong(XAxis x) const;
    /// Returns the coordinate of \p stamp.
    double coordinate(const record::TickStamp &stamp, XAxis x) const
    {
        return record::coordinate(stamp, axisOf(x)) - origin(x);
    }
    /// Returns the first tick that ended at \p step or later, else the last; nullopt for a run without ticks.
    std::optional<record::TickStamp> tickAt(std::int64_t step) const;
    /// Returns the coordinate of \p step; nullopt for a run without ticks.
    std::optional<double> placeOf(std::int64_t step, XAxis x) const;
    /// Returns the coordinate of the tick nearest to \p place, the earlier of two; nullopt without ticks.
    std::optional<double> nearestTick(XAxis x, double place) const;
    /// Returns the share of steps that \p lens measured; nullopt if no budget limited it.
    std::optional<double> measuredShare(const std::string &lens);
    /// Returns the stretch of the axis that all ticks take; nullopt without ticks.
    std::optional<Stretch> extent(XAxis x);
    /// Returns the offset from a coordinate to the run's own axis.
    double origin(XAxis x) const;
    /// Steps when the lens of \p series was switched on again.
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

    /// Returns gaps without measurements. Includes zero-length gaps where a mean's set of runs changes, because the line is
    /// broken there.
    std::vector<store::Gap> gaps(XAxis x) const;
    std::optional<store::StampedValue> measuredAt(XAxis x, double place) const;
};

/// The evidence of a finding: a range in the plots of one tag.
struct ShownEvidence
{
    QString tag;
    std::set<QString> layers; ///< empty for a big tag
    Stretch x;                ///< on the axis in use at that time
    std::optional<double> threshold = std::nullopt; ///< in the tag's unit

    bool operator==(const ShownEvidence &) const = default;
};

/// Returns the range that shows \p all of an axis with some margin, larger for a live run, so that the axis does not move with
/// every tick. Returns \p shown, the previous range, while it still fits.
Stretch withRoomFor(const Stretch &all, bool isLive, const std::optional<Stretch> &shown);

/// Returns the series by run, and within a run in model order, since layers are not always measured in that order. A series
/// of a layer not in the model stays after its predecessor.
std::vector<const ShownSeries *> inModelOrder(std::span<const ShownSeries> series);

/// State shared by all plots of a board: runs, style, visible range, cross-hair.
/// Thread: the window's.
class BoardState final : public QObject
{
    Q_OBJECT

public:
    std::vector<std::unique_ptr<ShownRun>> runs;

    ShownRun &addRun(std::shared_ptr<const store::Run> run, const QString &name, const RunStyle &style);
    /// Returns true if its run and its layer are visible. A series of the whole model has no layer.
    bool isVisible(const ShownSeries &series) const;
    std::vector<const ShownRun *> visibleRuns() const;
    /// Returns null if \p run is not on the board.
    const ShownRun *shownRun(const void *run) const;
    /// Returns false if the bands of \p run are drawn only when the mouse points at it: with four or more visible runs, bands
    /// would hide each other. Runs and means are counted separately.
    bool showsBands(const ShownRun &run) const;

    const BoardStyle &style() const { return m_style; }
    void setStyle(const BoardStyle &style);

    /// Names of the hidden layers.
    const std::set<QString> &hiddenLayers() const { return m_hiddenLayers; }
    void setHiddenLayers(const std::set<QString> &layers);

    /// The axis range of all visible runs; linked plots show it unless the user zoomed.
    const Stretch &whole() const { return m_whole; }
    /// whole() without margins.
    const Stretch &extent() const { return m_extent; }
    /// Reads the extent of the axis after runs, their ticks or the axis changed. Keeps it if a run cannot be read.
    void updateExtent();
    /// Returns the least share of steps that \p lens measured in a visible run; nullopt if no budget limited it.
    std::optional<double> measuredShare(const std::string &lens);
    /// Returns the tick of the visible runs that is nearest to \p place; \p place if there is none.
    double nearestTick(double place) const;
    /// The visible range if the user chose it.
    const std::optional<Stretch> &chosen() const { return m_chosen; }
    void choose(const std::optional<Stretch> &stretch);
    /// Like choose(), with undo.
    void chooseByHand(const std::optional<Stretch> &stretch);
    /// chosen() as steps of the first run.
    std::optional<Stretch> chosenSteps() const;
    /// Resets the zoom, also of unlinked plots.
    void resetZoom();
    /// Returns true if the chosen range moves with new ticks.
    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool following);

    /// Returns a place on the x axis, or a distance, in words: "step 120", "0:01:23".
    QString placeText(double x) const;
    QString lengthText(double length) const;

    std::optional<double> crossHair() const { return m_crossHair; }
    void setCrossHair(std::optional<double> x);
    /// Two pinned places, independent of the cross-hair.
    const std::array<std::optional<double>, 2> &cursors() const { return m_cursors; }
    void setCursor(std::size_t which, std::optional<double> x);

    /// The run under the mouse, in a plot or in a list: highlighted in all plots. Null if there is none.
    const ShownRun *pointedRun() const { return m_pointedRun; }
    void pointAt(const ShownRun *run);

    const std::optional<ShownEvidence> &evidence() const { return m_evidence; }
    void setEvidence(const std::optional<ShownEvidence> &evidence);

    /// Undo stack of the user's changes.
    QUndoStack &undo() { return m_undo; }

    /// Events of the visible runs.
    const EventMarks &events() const { return m_events; }
    EventMarks &events() { return m_events; }

Q_SIGNALS:
    void styleChanged();
    void layersChanged();
    void chosenChanged();
    void wholeChanged();
    void zoomReset(); ///< unlinked plots must reset their zooms
    void followingChanged();
    void crossHairMoved();
    void runPointed();
    void evidenceChanged();

private:
    BoardStyle m_style;
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

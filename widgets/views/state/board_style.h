#pragma once

#include "core/record/axis.h"

#include <QFlags>
#include <QString>

#include <optional>
#include <set>

namespace lensboard::widgets {

/// Quantity on the x axis.
enum class XAxis { Step, Tick, Epoch, Samples, WallTime, RelativeTime };

inline constexpr record::Axis axisOf(XAxis x)
{
    switch (x) {
    case XAxis::Step: return record::Axis::Step;
    case XAxis::Tick: return record::Axis::Tick;
    case XAxis::Epoch: return record::Axis::Epoch;
    case XAxis::Samples: return record::Axis::Samples;
    case XAxis::WallTime:
    case XAxis::RelativeTime: break;
    }
    return record::Axis::WallTime;
}

enum class Band { Deviation = 1, Quartiles = 2, Range = 4 };
Q_DECLARE_FLAGS(Bands, Band)

/// Returns the band of a label of a lower end, such as "-σ" or "train_loss Q1"; nullopt for other labels.
inline std::optional<Band> bandOf(const QString &lowLabel)
{
    const QString end = lowLabel.section(' ', -1);
    if (end == QStringLiteral("-σ"))
        return Band::Deviation;
    if (end == QLatin1String("Q1"))
        return Band::Quartiles;
    if (end == QLatin1String("min"))
        return Band::Range;
    return std::nullopt;
}

/// Returns true if the band \p lowLabel is narrower than \p otherLowLabel: the wider band is drawn paler.
inline bool isInner(const QString &lowLabel, const QString &otherLowLabel)
{
    const auto reach = [](const QString &label) {
        const auto band = bandOf(label);
        return band == Band::Quartiles ? 0 : band == Band::Range ? 2 : 1;
    };
    return reach(lowLabel) < reach(otherLowLabel);
}

/// Kinds of marks on the x axis.
enum class EventKind { LearningRate = 1, Lens = 2, Notice = 4, Warning = 8, NonFinite = 16, Text = 32, Finding = 64 };
Q_DECLARE_FLAGS(EventKinds, EventKind)

enum class PlotOrder { Model, Name, Worst };

/// Style of all plots of a board.
struct BoardStyle
{
    XAxis x = XAxis::Step;
    double smoothing = 0; ///< weight of earlier values, in [0, 1)
    Bands bands = {Band::Deviation, Band::Quartiles, Band::Range};
    bool isLinked = true; ///< zooming one plot zooms all
    PlotOrder order = PlotOrder::Model;
    /// All except events logged by other tools, because there may be many.
    EventKinds events = {EventKind::LearningRate, EventKind::Lens, EventKind::Notice, EventKind::Warning, EventKind::NonFinite, EventKind::Finding};

    bool operator==(const BoardStyle &) const = default;
};

/// Views of a tag.
enum class TagView { SmallMultiples, Overlay, HeatMap, DepthProfile, Histograms, Ridges };

enum class Limits { Automatic, Robust, Typed };
inline constexpr double kRobustShare = 0.01; ///< share of values excluded by robust limits at each end

/// Style of the plots of one tag.
struct TagStyle
{
    TagView view = TagView::SmallMultiples;
    std::optional<bool> isLog; ///< nullopt: as the tag specifies
    Limits limits = Limits::Automatic;
    double low = 0, high = 1; ///< used with Typed
    QString label;            ///< label shown by heat maps and profiles; empty: the first
    std::set<QString> hiddenLabels = {}; ///< hidden lines, with their bands
    bool isDifference = false;           ///< heat maps and profiles show differences from the first visible run

    bool operator==(const TagStyle &) const = default;
};

} // namespace lensboard::widgets

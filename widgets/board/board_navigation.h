#pragma once

#include <QObject>
#include <QPointer>

#include <cstdint>
#include <optional>

namespace lensboard::widgets {

class PlotBoard;
class TagPlot;
struct ShownEvidence;
struct ShownRun;

/// The visible part of a board's x axis, the current plot, and navigation to other plots.
class BoardNavigation final : public QObject
{
    Q_OBJECT

public:
    explicit BoardNavigation(PlotBoard &board);

    // ---- the x axis
    /// Zooms around the cross-hair or else the middle, as if by hand; \p factor below 1 zooms in.
    void zoom(double factor);
    /// Moves the view by a \p share of its width.
    void pan(double share);
    void resetZoom();
    /// Returns true if a live run has ticks beyond the visible range.
    bool isBehind() const;
    /// Keeps the newest ticks visible, with the present width.
    void setFollowing(bool following);
    /// Must be called when runs have grown: moves the view to the newest ticks if following is on.
    void keepUp();
    /// Sets cursor A or B at the mouse; at the newest tick if the mouse is over no plot.
    void pinCursor(std::size_t which);

    // ---- plots
    /// Tag of the plot last under the mouse, or chosen.
    QString currentTag() const { return m_currentTag; }
    TagPlot *currentPlot() const;
    /// The current tag, the target of tag actions, until the mouse is over a plot of another tag.
    void setCurrentTag(const QString &tag);
    /// Makes \p tag the current one and scrolls to its first plot. Returns false if it has no visible plot.
    bool goToTag(const QString &tag);
    void setCurrentPlot(TagPlot *plot);
    /// Scrolls to the plot of the layer with the earliest value that is not finite. Returns false if all values are finite, or if
    /// a run cannot be read any more; the board reports the latter.
    bool goToFirstNonFinite();
    /// Scrolls to the first plot of \p layer, preferably of the current tag.
    void goToLayer(const QString &layer);
    /// Shows the evidence of a finding in these steps: makes its tag and layers visible, zooms to the steps with some margin, and
    /// draws the threshold. Returns false, after a notice, if there is no such tag.
    bool goToEvidence(const ShownRun &run, ShownEvidence evidence, std::int64_t firstStep, std::int64_t lastStep);

Q_SIGNALS:
    void currentChanged();
    /// isBehind() may have changed.
    void behindChanged();

private:
    TagPlot *plotToMove() const;
    std::optional<double> newest() const;

    PlotBoard &m_board;
    QString m_currentTag;
    QPointer<TagPlot> m_currentPlot;
};

} // namespace lensboard::widgets

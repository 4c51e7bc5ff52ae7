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

/// Which part of a board's x axis is seen, which plot is looked at, and the ways to others.
class BoardNavigation final : public QObject
{
    Q_OBJECT

public:
    explicit BoardNavigation(PlotBoard &board);

    // ---- the x axis
    /// About the cross-hair, else the middle, as if by hand; \p factor below 1 shows less.
    void zoom(double factor);
    /// By a share of what is seen.
    void pan(double share);
    void resetZoom();
    /// Returns true if a live run has newer ticks than the stretch on view.
    bool isBehind() const;
    /// Follows new ticks with a stretch of the present width.
    void setFollowing(bool following);
    /// To be called when runs have grown: moves what is seen to what is new, if it follows.
    void keepUp();
    /// Keeps cursor A or B where the mouse is; at the newest tick if it is over no plot.
    void pinCursor(std::size_t which);

    // ---- plots
    /// Of the plot that the mouse was over last, or that was chosen.
    QString currentTag() const { return m_currentTag; }
    TagPlot *currentPlot() const;
    /// What is done to a tag is done to this one, until the mouse is over a plot of another.
    void setCurrentTag(const QString &tag);
    /// Makes \p tag the current one and scrolls to its first plot. Returns false if it has no plot that is shown.
    bool goToTag(const QString &tag);
    void setCurrentPlot(TagPlot *plot);
    /// Scrolls to the plot of the layer whose values ceased to be finite first. False if all are finite, or, as the board reports, a
    /// run cannot be read any more.
    bool goToFirstNonFinite();
    /// Scrolls to the first plot of \p layer, of the current tag if that has one.
    void goToLayer(const QString &layer);
    /// Shows what a run has at these steps: the tag and layers if they were hidden, the stretch with what is around it, and the threshold.
    /// False if there is no such tag.
    bool goToEvidence(const ShownRun &run, ShownEvidence evidence, std::int64_t firstStep, std::int64_t lastStep);

Q_SIGNALS:
    void currentChanged();
    /// More was measured, or less is seen of it.
    void behindChanged();

private:
    TagPlot *plotToMove() const;
    std::optional<double> newest() const;

    PlotBoard &m_board;
    QString m_currentTag;
    QPointer<TagPlot> m_currentPlot;
};

} // namespace lensboard::widgets

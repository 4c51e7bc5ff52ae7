#pragma once

#include "widgets/axes/plot_theme.h"
#include "widgets/sibling_names.h"
#include "widgets/views/cross_hair.h"
#include "widgets/views/plot_pointer.h"
#include "widgets/views/state/board_state.h"

#include <QDeadlineTimer>
#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <vector>

namespace lensboard::widgets {

/// A plot of a tag, in one of the tag's views.
///
/// Stores no values: refresh() reads the visible values from the runs.
class TagPlot : public QCustomPlot
{
    Q_OBJECT

public:
    /// \p title is shown above the plot unless it is empty.
    TagPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, QWidget *parent);
    ~TagPlot() override;

    const record::TagSpec &tag() const { return m_tag; }
    virtual void setTag(const record::TagSpec &tag);
    const TagStyle &tagStyle() const { return m_style; }
    virtual void setTagStyle(const TagStyle &style);
    /// The layer, if the plot shows one layer.
    const QString &title() const { return m_title; }
    /// The title, shortened if too wide but distinct among setTitles().
    QString shownTitle() const;
    /// Sets the titles of all plots of the tag.
    void setTitles(std::shared_ptr<const SiblingNames> titles);
    const std::vector<ShownSeries> &series() const { return m_series; }
    virtual void addSeries(const ShownSeries &series);
    /// Returns true if it has lines of one of \p layers, or of no layer; an empty set is the whole model.
    bool isAbout(const std::set<QString> &layers) const;

    /// Must be called when the runs have more values, possibly of these series.
    void noteGrowth();
    /// Redraws everything at the next refresh().
    void markDirty();

    /// Computes the layout of a plot that was never visible.
    void layOut();
    /// Redraws if anything changed. A plot that is not finished by \p deadline stays dirty, and the next call continues.
    /// Errors: store::RunFileError if a run cannot be read any more; the previous drawing stays.
    void refresh(const QDeadlineTimer &deadline = QDeadlineTimer(QDeadlineTimer::Forever));
    bool isDirty() const { return m_isDirty || m_hasNews || m_isFaded || isBehind(); }

    /// The visible range of the x axis.
    Stretch shownX() const { return {xAxis->range().lower, xAxis->range().upper}; }
    /// Returns the whole x axis; if plots are linked, the board's. Returns the visible range if a run cannot be read.
    Stretch extent() const;
    void choose(const std::optional<Stretch> &stretch);
    /// Returns true if x is the axis shared by the board's plots.
    virtual bool runsAlongX() const { return true; }
    PlotPointer &pointer() { return m_pointer; }
    /// Returns the place of the measurement nearest to \p x, or of the nearest tick if there is no measurement.
    /// Errors: store::RunFileError.
    virtual double nearestTick(double x) const;
    /// Highlights the lines of \p run in plots that distinguish lines by run; null: none.
    virtual void highlightRun(const ShownRun * /*run*/) {}
    /// Repaints the old and new places of the cross-hair and its values.
    void updateCrossHair();

Q_SIGNALS:
    void dirtied();
    void entered(); ///< by the mouse, or chosen with a click
    void menuRequested(const QPoint &globalPosition);

protected:
    /// Reads parts for fill(), at least one, until \p deadline.
    virtual void readOn(const QDeadlineTimer & /*deadline*/) {}
    /// Returns true if the visible range has unread data.
    virtual bool isBehind() const { return false; }
    /// Sets the axis ranges and the contents.
    virtual void fill(const Stretch &x) = 0;
    virtual void applyTheme();
    /// Errors: store::RunFileError.
    virtual Stretch readExtent() const;
    /// Returns true if any of the series has new values since the last drawing.
    virtual bool hasGrown();
    /// Returns the height of a value on the y axis; nullopt if this view has no such axis.
    virtual std::optional<double> heightOf(double) const { return std::nullopt; }
    /// Returns the board's evidence if this plot shows it; otherwise null.
    const ShownEvidence *evidence() const;
    /// Paints the values at the cross-hair over the finished plot.
    virtual void paintReadings(QPainter &) {}
    /// Returns true if paintReadings() paints close to the cross-hair only.
    virtual bool readsNearby() const { return true; }

    /// Must be called if the highlighted lines changed: redraws the layer of values only.
    void markFaded();

    BoardState &board() const { return m_board; }
    const PlotTheme &theme() const { return m_theme; }
    /// Returns a window on \p run for the x axis, with one column per device pixel.
    store::Window windowOn(const ShownRun &run, const Stretch &x) const;
    bool isLog() const { return m_style.isLog.value_or(m_tag.logY); }
    /// Sets the note in the upper right corner.
    void setNote(const QString &note);
    void labelX();
    /// Returns \p quantity with the name of its scale unless linear.
    QString yLabel(const QString &quantity) const;

    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fill();
    Stretch stretchToShow() const;
    void fitTexts();
    void paintEvidence(QPainter &painter) const;

    BoardState &m_board;
    record::TagSpec m_tag;
    TagStyle m_style;
    QString m_title;
    std::shared_ptr<const SiblingNames> m_titles = std::make_shared<const SiblingNames>();
    PlotTheme m_theme;
    PlotPointer m_pointer;
    CrossHair m_crossHair;
    std::vector<ShownSeries> m_series;
    std::set<QString> m_layers; ///< layers of the series
    bool m_isOfModel = false;   ///< some series have no layer
    QCPTextElement *m_titleText = nullptr;
    QCPItemText *m_note;
    QString m_wantedNote;
    std::optional<Stretch> m_ownChoice; ///< used if plots are not linked
    std::vector<std::size_t> m_drawnSizes; ///< sizes of all series at the last drawing
    bool m_isDirty = true;
    bool m_hasNews = false;
    bool m_isFaded = false;
};

} // namespace lensboard::widgets

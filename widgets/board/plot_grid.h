#pragma once

#include <QWidget>

#include <functional>
#include <vector>

namespace lensboard::widgets {

class TagPlot;

/// Grid of equally sized plots; a plot is created when its cell first becomes visible.
class PlotGrid final : public QWidget
{
    Q_OBJECT

public:
    using Make = std::function<TagPlot *(std::size_t place)>;

    explicit PlotGrid(Make make, QWidget *parent = nullptr);

    std::size_t size() const { return m_plots.size(); }
    void addPlace();
    void clear();
    void setColumns(int columns);
    void setPlotHeight(int height);
    /// Returns null if it was never visible.
    TagPlot *plot(std::size_t place) const { return m_plots[place]; }
    /// Returns the plot; creates it if needed.
    TagPlot *madePlot(std::size_t place);
    QRect placeOf(std::size_t place) const;
    /// Places that are at least partly visible.
    std::vector<std::size_t> onView() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QRect rectOnView() const;
    void updateHeight();

    Make m_make;
    int m_plotHeight = 0;
    int m_columns = 1;
    std::vector<TagPlot *> m_plots;
};

} // namespace lensboard::widgets

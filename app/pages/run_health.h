#pragma once

#include "core/health/run_judge.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace lensboard::widgets {
class HealthPanel;
class LayerModel;
class PlotBoard;
} // namespace lensboard::widgets

namespace lensboard::app {

/// Shows what a judge finds in the run of a page, its board's first: in a panel, as badges of layers, as marks on the x axes, and the
/// evidence on the plots. What is no problem is remembered for the experiment.
/// Thread: the window's.
class RunHealth final : public QObject
{
    Q_OBJECT

public:
    RunHealth(std::shared_ptr<const health::Judge> judge, const QString &experiment, widgets::PlotBoard *board, widgets::LayerModel *layers,
              QWidget *page);

    widgets::HealthPanel *panel() const { return m_panel; }
    /// "1 problem, 2 warnings" of what was not put away; empty if there is neither.
    QString summary() const;

Q_SIGNALS:
    /// Other findings are shown.
    void changed();
    /// An evidence has no plot here: its lens was never on.
    void noticed(const QString &message);

private:
    void look();
    void mark();
    void showEvidence(const health::Finding &finding, std::size_t number);

    std::shared_ptr<const health::Judge> m_judge;
    std::shared_ptr<const health::Judgement> m_shown;
    std::optional<health::Finding> m_proven; ///< the one whose evidence the board shows
    widgets::PlotBoard *m_board;
    widgets::LayerModel *m_layers;
    widgets::HealthPanel *m_panel;
    QTimer m_look;
};

} // namespace lensboard::app
